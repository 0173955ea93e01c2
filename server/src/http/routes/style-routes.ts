import { changeStyle, createStyle, deleteStyle, setPin } from '../../features/styles/change-styles.ts'
import { listStyles } from '../../features/styles/style-rows.ts'
import { idempotencyOf, rpc, unwrap } from '../rpc-context.ts'

const { styles } = rpc

export const styleRoutes = {
  list: styles.list.handler(async ({ context: { deps, userId } }) => ({
    items: await listStyles(deps.db, userId),
    nextCursor: null,
  })),
  create: styles.create.handler(async ({ context, input: body }) => {
    const { deps, userId } = context
    const idempotency = idempotencyOf(context, 'POST /api/styles', body)
    return unwrap(await createStyle(deps, { userId, body, idempotency }))
  }),
  change: styles.change.handler(async ({ context: { deps, userId }, input: { id, ...body } }) =>
    unwrap(await changeStyle(deps.db, { userId, styleId: id, body })),
  ),
  remove: styles.remove.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await deleteStyle(deps.db, { userId, styleId: input.id })),
  ),
  pin: styles.pin.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await setPin(deps.db, { userId, styleId: input.id, wanted: 'pinned' })),
  ),
  unpin: styles.unpin.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await setPin(deps.db, { userId, styleId: input.id, wanted: 'unpinned' })),
  ),
}
