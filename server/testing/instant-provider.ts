import sharp from 'sharp'
import type { ImageProvider, ImageRequest } from '#server/providers/provider.ts'

export type InstantProvider = ImageProvider & { readonly requests: ImageRequest[] }

/** One pixel in the color of a seed. */
const pixelOf = (seed: number) => Uint8Array.of(seed % 256, (seed >> 8) % 256, (seed >> 16) % 256)

/** The longest edge of a small picture, in pixels: decoding one of full size costs more than all else that is done with it. */
const smallEdge = 64

function smaller({ width, height }: { readonly width: number; readonly height: number }) {
  const scale = Math.min(1, smallEdge / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/**
 * A provider that returns a flat picture of the requested shape at once, and records its requests.
 * @param pictures `full-size` where a test is about the size of pictures.
 */
export function createInstantProvider(
  over: Partial<ImageProvider> = {},
  pictures: 'small' | 'full-size' = 'small',
): InstantProvider {
  const requests: ImageRequest[] = []
  return {
    name: 'sketch',
    concurrency: 4,
    opens: 'freely',
    async generate(request, { signal }) {
      requests.push(request)
      signal.throwIfAborted()
      const { width, height } = pictures === 'small' ? smaller(request.size) : request.size
      // Takes a quarter of the time of `create`.
      const bytes = await sharp(pixelOf(request.seed), { raw: { width: 1, height: 1, channels: 3 } })
        .resize({ width, height, fit: 'fill', kernel: 'nearest' })
        .png({ compressionLevel: 1 })
        .toBuffer()
      return { bytes, seed: request.seed, warnings: [] }
    },
    ...over,
    requests,
  }
}
