import type { RequestGenerationInput } from '#contract/generation.ts'
import { api } from './client.ts'
import { adopt } from './live.ts'

/** Asks for four images. The key makes a repeated press or a repeated request one generation. */
export async function requestGeneration(input: RequestGenerationInput, idempotencyKey: string) {
  const generation = await api.generations.request(input, { context: { idempotencyKey } })
  adopt(generation)
  return generation
}

/** Stops the images that are not there yet. */
export const cancelGeneration = (id: string) => api.generations.cancel({ id })

/** Tries one failed or cancelled image again. */
export const retryImage = (id: string) => api.images.retry({ id })
