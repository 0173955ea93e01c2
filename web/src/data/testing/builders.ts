import type { GenerationShape } from '#contract/generation.ts'
import type { ImageShape } from '#contract/image.ts'
import { generation, image } from '#contract/testing/builders.ts'

/** An image with defaults and a short id: queued, 2:3 at 1K. */
export const imageWith = (over: Partial<ImageShape> = {}): ImageShape =>
  image({ id: 'i', generationId: 'g1', width: 832, height: 1248, seed: 1, ...over })

/** A generation with defaults: four queued images named after it, `g1-0` to `g1-3`. */
export function generationWith(over: Partial<GenerationShape> = {}): GenerationShape {
  const id = over.id ?? 'g1'
  return generation({
    id,
    projectId: 'p',
    prompt: 'A pear',
    images: [0, 1, 2, 3].map((orderNum) => imageWith({ id: `${id}-${orderNum}`, generationId: id, orderNum })),
    ...over,
  })
}
