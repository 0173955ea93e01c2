import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { ringsAround, type SeenPixels, type Similarity, similarPixels } from './similar-pixels.ts'

type ForPicture = { readonly id: number; readonly picture: PixelSize }

/** The area whose edge is followed: the one that looks like a pixel of a copy of the picture, or what is selected in one (1). */
export type SimilarMessage =
  | (ForPicture & { readonly seen: SeenPixels; readonly similarity: Similarity })
  | (ForPicture & { readonly selected: Uint8Array; readonly size: PixelSize })
/** The edge, in pixels of the picture. */
export type SimilarAnswer = { readonly id: number; readonly rings: readonly (readonly number[])[] }

addEventListener('message', ({ data }: MessageEvent<SimilarMessage>) => {
  const { id, picture } = data
  const rings =
    'seen' in data
      ? ringsAround(similarPixels(data.seen, data.similarity), data.seen, picture)
      : ringsAround(data.selected, data.size, picture)
  postMessage({ id, rings } satisfies SimilarAnswer)
})
