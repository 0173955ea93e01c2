import { openStarter } from '../../features/starters/open-starter.ts'
import { rpc, unwrap, workOf } from '../rpc-context.ts'

const { starters } = rpc

export const starterRoutes = {
  open: starters.open.handler(async ({ context, input: { starter } }) => {
    const { deps, userId, signal } = context
    const place = await deps.work.imports.take({ owner: userId, weight: 1, signal })
    try {
      return unwrap(await openStarter(deps, { userId, starter, work: workOf(context) }))
    } finally {
      place.release()
    }
  }),
}
