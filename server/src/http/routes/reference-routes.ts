import {
  changeReference,
  createReference,
  deleteReference,
  findReference,
  listReferences,
} from '../../features/references/named-references.ts'
import { listReferenceUses } from '../../features/references/reference-uses.ts'
import { remakeUses } from '../../features/series/remake-uses.ts'
import { idempotencyOfId, rpc, unwrap } from '../rpc-context.ts'

const { references } = rpc

export const referenceRoutes = {
  list: references.list.handler(async ({ context: { deps, userId } }) => ({
    items: await listReferences(deps.db, userId),
    nextCursor: null,
  })),
  get: references.get.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await findReference(deps.db, userId, input.id)),
  ),
  create: references.create.handler(async ({ context, input: body }) => {
    const { deps, userId } = context
    const idempotency = idempotencyOfId(context, 'POST /api/references', body, body.id)
    return unwrap(await createReference(deps, { userId, body, sameName: 'refused', idempotency }))
  }),
  change: references.change.handler(async ({ context: { deps, userId }, input: { id, ...body } }) =>
    unwrap(await changeReference(deps, { userId, id, body })),
  ),
  remove: references.remove.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await deleteReference(deps.db, { userId, id: input.id })),
  ),
  uses: references.uses.handler(async ({ context: { deps, userId }, input: { id: referenceId, cursor } }) =>
    unwrap(await listReferenceUses(deps, { userId, referenceId, cursor })),
  ),
  remake: references.remake.handler(async ({ context, input }) => {
    const { deps, userId, token } = context
    const { id: referenceId, ...body } = input
    const idempotency = idempotencyOfId(context, 'POST /api/references/{id}/remake', input, body.seriesId)
    return unwrap(await remakeUses(deps, { userId, referenceId, body, idempotency, madeBy: token?.id ?? null }))
  }),
}
