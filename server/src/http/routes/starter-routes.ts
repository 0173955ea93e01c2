import { openStarter } from '../../features/starters/open-starter.ts'
import { idempotencyOf, rpc, unwrap, workOf } from '../rpc-context.ts'

const { starters } = rpc

export const starterRoutes = {
  open: starters.open.handler(async ({ context, input: { starter } }) => {
    const { deps, userId, signal } = context
    const idempotency = idempotencyOf(context, 'POST /api/starters/{starter}', { starter })
    const place = await deps.work.imports.take({ owner: userId, weight: 1, signal })
    try {
      return unwrap(await openStarter(deps, { userId, starter, work: workOf(context), idempotency }))
    } finally {
      place.release()
    }
  }),
}
