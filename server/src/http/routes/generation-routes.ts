import { failure } from '#domain/result.ts'
import { findGeneration } from '#server/cards/generation-rows.ts'
import type { Seeker } from '../../agents/agent-purse.ts'
import { findCard, findNamedImage } from '../../agents/find-named.ts'
import { cancelGeneration } from '../../features/generations/cancel-generation.ts'
import { changeGeneration } from '../../features/generations/change-generation.ts'
import { deleteGeneration, restoreGeneration } from '../../features/generations/delete-generation.ts'
import { requestGeneration } from '../../features/generations/request-generation.ts'
import { setFeedback } from '../../features/images/feedback.ts'
import { retryImage } from '../../features/images/retry-image.ts'
import { showSensitiveImage } from '../../features/images/show-sensitive.ts'
import { findSimilar } from '../../features/similar-images/find-similar.ts'
import { found, idempotencyOf, idempotencyOfId, madeFor, rpc, unwrap } from '../rpc-context.ts'

const { generations, images } = rpc

type Found = { readonly cardId: string; readonly imageId: string | null }

/** The card of a name, and its image where the name is that of an image. */
async function findByName(seeker: Seeker, name: string): Promise<Found> {
  const card = await findCard(seeker, name)
  if (card.ok) return { cardId: card.value.id, imageId: null }
  if (card.error.code === 'conflict') return unwrap<Found>(card)
  const image = await findNamedImage(seeker, name)
  if (image.ok) return { cardId: image.value.cardId, imageId: image.value.id }
  const message = `There is no card or image ${JSON.stringify(name)} here.`
  return unwrap<Found>(failure(image.error.code === 'conflict' ? image.error : { code: 'not-found' as const, message }))
}

export const generationRoutes = {
  find: generations.find.handler(async ({ context: { deps, userId, token }, input: { name } }) => {
    const seeker = { deps, userId, token: { purseId: token?.purseId ?? null } }
    const { cardId, imageId } = await findByName(seeker, name)
    return { card: found(await findGeneration(deps, userId, cardId)), imageId }
  }),
  request: generations.request.handler(async ({ context, input: body }) => {
    const { deps, userId } = context
    const idempotency = idempotencyOfId(context, 'POST /api/generations', body, body.id)
    return unwrap(await requestGeneration(deps, { userId, idempotency, ...madeFor(context, body) }))
  }),
  change: generations.change.handler(async ({ context: { deps, userId }, input: { id, ...change } }) =>
    unwrap(await changeGeneration(deps, { userId, generationId: id, ...change })),
  ),
  remove: generations.remove.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await deleteGeneration(deps.db, { userId, generationId: input.id })),
  ),
  restore: generations.restore.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await restoreGeneration(deps.db, { userId, generationId: input.id })),
  ),
  cancel: generations.cancel.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await cancelGeneration(deps, { userId, generationId: input.id })),
  ),
}

export const imageRoutes = {
  retry: images.retry.handler(async ({ context, input }) => {
    const { deps, userId, token } = context
    const idempotency = idempotencyOf(context, 'POST /api/images/{id}/retry', input)
    return unwrap(await retryImage(deps, { userId, imageId: input.id, madeBy: token?.id ?? null, idempotency }))
  }),
  similar: images.similar.handler(async ({ context: { deps, userId }, input: { id, limit } }) => ({
    items: [...unwrap(await findSimilar(deps, { userId, imageId: id, limit }))],
  })),
  show: images.show.handler(async ({ context: { deps, userId }, input }) =>
    unwrap(await showSensitiveImage(deps.db, { userId, imageId: input.id })),
  ),
  giveFeedback: images.giveFeedback.handler(async ({ context: { deps, userId }, input: { id, feedbackType } }) =>
    unwrap(await setFeedback(deps.db, { userId, imageId: id, feedbackType, wanted: 'given' })),
  ),
  removeFeedback: images.removeFeedback.handler(async ({ context: { deps, userId }, input: { id, feedbackType } }) =>
    unwrap(await setFeedback(deps.db, { userId, imageId: id, feedbackType, wanted: 'removed' })),
  ),
}
