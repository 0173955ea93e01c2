import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import type { ImageRequest } from './provider.ts'

/** A frame with less than this share of the pixels that were asked for is worth a sentence. */
const worthSaying = 0.6

/** What the person should know of a frame that is clearly smaller than the size asked for; nothing is ever enlarged. */
export function frameNotices({ model, size, resolution }: ImageRequest, frame: PixelSize): string[] {
  const share = (frame.width * frame.height) / (size.width * size.height)
  if (share >= worthSaying) return []
  return [`${model.name} paints this at ${frame.width} × ${frame.height} pixels, less than ${resolution} elsewhere.`]
}
