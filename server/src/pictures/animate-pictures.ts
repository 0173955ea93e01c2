import { animationOf, openSmall } from '../operations/decoding-room.ts'

/** The longer side of a frame, in pixels: thumbnails of this size exist already. */
export const frameSide = 512
/** The time for which a frame is shown, and the last one, in milliseconds. */
const frameMs = 1_200
const lastFrameMs = 2_400

/** The background beside pictures of another ratio: the application's, in both themes. */
const background = '#0a0a0b'

type Frame = { readonly bytes: Uint8Array; readonly width: number; readonly height: number }

/** Each picture as large as it fits into the frame that all of them share. */
async function sized(pictures: readonly Frame[]): Promise<Buffer[]> {
  const width = Math.max(...pictures.map((picture) => picture.width))
  const height = Math.max(...pictures.map((picture) => picture.height))
  const frames: Buffer[] = []
  // One after the other: this is background work, and other users wait for their pictures.
  for (const { bytes } of pictures)
    frames.push(
      await openSmall(bytes)
        .flatten({ background })
        .resize(width, height, { fit: 'contain', background })
        .png({ compressionLevel: 1 })
        .toBuffer(),
    )
  return frames
}

/**
 * Encodes pictures as an animated WebP that repeats. No browser can write one.
 * @param pictures In their order, at least one, each at most `frameSide` on its longer side.
 */
export async function animatePictures(pictures: readonly Uint8Array[]): Promise<Uint8Array> {
  const measured = await Promise.all(
    pictures.map(async (bytes) => {
      const { width, height } = await openSmall(bytes).metadata()
      return { bytes, width, height }
    }),
  )
  const frames = await sized(measured)
  const delay = frames.map((_, place) => (place === frames.length - 1 ? lastFrameMs : frameMs))
  const [first] = frames
  if (first && frames.length === 1) return openSmall(first).webp({ quality: 85 }).toBuffer()
  return animationOf(frames).webp({ quality: 85, delay, loop: 0 }).toBuffer()
}
