import { z } from 'zod'
import { bySession, editing, generating, reading, readingAccount } from '../call-scope.ts'
import { list } from '../list.ts'
import { uuid } from '../text.ts'
import { withIdempotencyKey } from '../with-idempotency-key.ts'
import { modelRecordShape, requestSeriesBody, seriesShape } from './series.ts'

const id = uuid
const byId = z.strictObject({ id })

/** The calls about series. */
export const seriesCalls = {
  request: generating
    .route({
      method: 'POST',
      path: '/series',
      successStatus: 202,
      summary: 'Start a series: a race of models, a grid, or a re-run of a branch',
      spec: withIdempotencyKey,
    })
    .input(requestSeriesBody)
    .output(seriesShape),
  get: reading.route({ method: 'GET', path: '/series/{id}', summary: 'One series' }).input(byId).output(seriesShape),
  cancel: generating
    .route({ method: 'POST', path: '/series/{id}/cancel', summary: 'Stop the pending steps of a series' })
    .input(byId)
    .output(seriesShape),
  goOn: bySession
    .route({
      method: 'POST',
      path: '/series/{id}/go-on',
      summary: 'Retry the steps that were refused, skipped or stopped',
    })
    .input(byId)
    .output(seriesShape),
  pickWinner: editing
    .route({ method: 'PUT', path: '/series/{id}/winner', summary: 'Pick an image of a series, which stars it' })
    .input(z.strictObject({ id, imageId: id }))
    .output(seriesShape),
}

/** The series of a project, below the project's address. */
export const projectSeriesCall = reading
  .route({ method: 'GET', path: '/projects/{id}/series', summary: 'A project’s series, newest first' })
  .input(byId)
  .output(z.strictObject(list(seriesShape)))

/** The number of times that the signed-in user has picked each model. */
export const modelRecordCall = readingAccount
  .route({ method: 'GET', path: '/model-record', summary: 'How often you picked each model, and what it cost you' })
  .output(z.strictObject(list(modelRecordShape)))
