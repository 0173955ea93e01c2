import sharp from 'sharp'
import type { ImageProvider, ImageRequest } from '../providers/provider.ts'

/** A provider that answers at once with a flat picture of the size asked for, and remembers what it was asked. */
export type InstantProvider = ImageProvider & { readonly requests: ImageRequest[] }

const colourOf = (seed: number) => ({ r: seed % 256, g: (seed >> 8) % 256, b: (seed >> 16) % 256 })

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
      const background = colourOf(request.seed)
      const bytes = await sharp({ create: { width, height, channels: 3, background } })
        .png({ compressionLevel: 1 })
        .toBuffer()
      return { bytes, seed: request.seed, warnings: [] }
    },
    ...over,
    requests,
  }
}
