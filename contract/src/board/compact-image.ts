import { imageIdOf } from '#domain/generation/image-id.ts'
import { imageSeed } from '#domain/generation/seed.ts'
import { pixelSize } from '#domain/models/aspect-ratio.ts'
import type { GenerationShape } from '../cards/generation.ts'
import type { ImageShape } from '../cards/image.ts'
import { imageUrl } from '../cards/image-url.ts'
import type { CompactImage } from './compact-board.ts'

/** The values of a card from which its images follow. */
export type ImageOrigin = Pick<GenerationShape, 'id' | 'settings' | 'createdAt'> & {
  /** `#rrggbb`; null where the card's colors do not contain it. */
  readonly averageColor: string | null
}

/**
 * Restores an image from its index and its exceptions. Without exceptions it was completed at the first try, in the
 * requested size, with the seed and id that follow from its card.
 */
export function imageOf(origin: ImageOrigin, orderNum: number, unusual: CompactImage): ImageShape {
  const id = unusual.id ?? imageIdOf(origin.id, orderNum)
  const status = unusual.status ?? 'completed'
  const size = pixelSize(origin.settings.aspectRatio, origin.settings.resolution)
  return {
    id,
    generationId: origin.id,
    orderNum,
    status,
    imageUrl: status === 'completed' ? imageUrl(id) : null,
    width: size.width,
    height: size.height,
    averageColor: origin.averageColor,
    seed: imageSeed(origin.settings.seed, orderNum),
    prompt: null,
    attempt: 1,
    error: null,
    feedback: [],
    warnings: [],
    sensitive: null,
    createdAt: origin.createdAt,
    ...unusual,
  }
}
