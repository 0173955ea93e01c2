import sharp from 'sharp'
import type { ImageProvider, ImageRequest } from '#server/providers/provider.ts'

/** A provider that answers at once with a flat picture of the size asked for, and remembers what it was asked. */
export type InstantProvider = ImageProvider & { readonly requests: ImageRequest[] }

/** One pixel of a seed's own colour. */
const pixelOf = (seed: number) => Uint8Array.of(seed % 256, (seed >> 8) % 256, (seed >> 16) % 256)

export function createInstantProvider(over: Partial<ImageProvider> = {}): InstantProvider {
  const requests: ImageRequest[] = []
  return {
    name: 'sketch',
    concurrency: 4,
    opens: 'freely',
    async generate(request, { signal }) {
      requests.push(request)
      signal.throwIfAborted()
      const { width, height } = request.size
      // A quarter of the time that `create` takes.
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
