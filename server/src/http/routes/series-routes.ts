import { cancelSeries, goOnWithSeries, pickWinner } from '../../features/series/change-series.ts'
import { modelRecord } from '../../features/series/model-record.ts'
import { requestSeries } from '../../features/series/request-series.ts'
import { findSeries } from '../../features/series/series-rows.ts'
import { found, idempotencyOfId, madeFor, rpc, unwrap } from '../rpc-context.ts'

const { series } = rpc

export const seriesRoutes = {
  request: series.request.handler(async ({ context, input: body }) => {
    const { deps, userId } = context
    const idempotency = idempotencyOfId(context, 'POST /api/series', body, body.id)
    return unwrap(await requestSeries(deps, { userId, idempotency, ...madeFor(context, body) }))
  }),
  get: series.get.handler(async ({ context: { deps, userId }, input }) =>
    found(await findSeries(deps, userId, input.id)),
  ),
  cancel: series.cancel.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await cancelSeries(deps, { userId, seriesId: input.id })),
  ),
  goOn: series.goOn.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await goOnWithSeries(deps, { userId, seriesId: input.id })),
  ),
  pickWinner: series.pickWinner.handler(async ({ context: { deps, userId }, input: { id, imageId } }) =>
    unwrap(await pickWinner(deps, { userId, seriesId: id, imageId })),
  ),
}

export const modelRecordRoutes = {
  list: rpc.modelRecord.list.handler(async ({ context: { deps, userId } }) => ({
    items: await modelRecord(deps, userId),
    nextCursor: null,
  })),
}
