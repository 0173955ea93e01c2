import type { RequestGenerationInput } from '#contract/generation.ts'
import { api } from './client.ts'
import { liveSession } from './live/current-session.ts'
import { withRequestKey } from './request-keys.ts'

/**
 * Asks for four images. The same request again, before the first has succeeded, makes one generation.
 * @param intent What makes two requests the same, where that is less than all of the request.
 */
export async function requestGeneration(request: RequestGenerationInput, intent?: object) {
  const generation = await withRequestKey({ request, ...(intent && { intent }) }, (input, idempotencyKey) =>
    api.generations.request(input, { context: { idempotencyKey } }),
  )
  liveSession().adopt(generation)
  return generation
}

/** Stops the images that are not there yet. */
export const cancelGeneration = (id: string) => api.generations.cancel({ id })

/** Tries one failed or cancelled image again. */
export const retryImage = (id: string) => api.images.retry({ id })
