import { z } from 'zod'
import { starterNames } from '#domain/starters/starters.ts'
import { editingAccount } from '../call-scope.ts'
import { withIdempotencyKey } from '../with-idempotency-key.ts'
import { projectShape } from './project.ts'

/** The calls about the boards that an empty project offers. */
export const starterCalls = {
  open: editingAccount
    .meta({ time: 'long' })
    .route({
      method: 'POST',
      path: '/starters/{starter}',
      successStatus: 201,
      summary: 'Copy a starter board into a new project; its images cost nothing',
      spec: withIdempotencyKey,
    })
    .input(z.strictObject({ starter: z.enum(starterNames) }))
    .output(projectShape),
}
