import type { AspectRatio, PixelSize } from '#domain/models/aspect-ratio.ts'
import type { ImageRequest } from '../provider.ts'

/**
 * The frames of Flux 1.1 Pro: sides of 256 to 1,440 pixels in steps of 32, as close to the ratio as possible. At 1K about a
 * megapixel, at 2K the largest one.
 */
const flux11Pro: Readonly<Record<'1K' | '2K', Readonly<Record<AspectRatio, PixelSize>>>> = {
  '1K': {
    '1:1': { width: 1024, height: 1024 },
    '4:3': { width: 1152, height: 864 },
    '3:2': { width: 1248, height: 832 },
    '16:9': { width: 1376, height: 768 },
    '2.35:1': { width: 1440, height: 608 },
    '4:5': { width: 896, height: 1120 },
    '2:3': { width: 832, height: 1248 },
    '9:16': { width: 768, height: 1376 },
  },
  '2K': {
    '1:1': { width: 1440, height: 1440 },
    '4:3': { width: 1408, height: 1056 },
    '3:2': { width: 1440, height: 960 },
    '16:9': { width: 1440, height: 800 },
    '2.35:1': { width: 1440, height: 608 },
    '4:5': { width: 1152, height: 1440 },
    '2:3': { width: 960, height: 1440 },
    '9:16': { width: 800, height: 1440 },
  },
}

export const flux11ProFrame = ({ resolution, aspectRatio }: ImageRequest): PixelSize =>
  flux11Pro[resolution === '1K' ? '1K' : '2K'][aspectRatio]

/** Sides of FLUX.2: 256 to 2,048 pixels; Flex takes steps of 32, Pro of 16 (replicate.com, input schemas of November 2026). */
const flux2LongestSide = 2_048
const flux2Step = 32

/** The frame of FLUX.2: the requested size, made to fit. */
export function flux2Frame({ size }: ImageRequest): PixelSize {
  const scale = Math.min(1, flux2LongestSide / Math.max(size.width, size.height))
  const inSteps = (side: number) => Math.round((side * scale) / flux2Step) * flux2Step
  return { width: inSteps(size.width), height: inSteps(size.height) }
}

const leastSide = 1_024
const longestSide = 4_096

/** The frame of Seedream 4, which supports any size with sides of 1,024 to 4,096 pixels: the requested size, made to fit. */
export function seedreamFrame({ size }: ImageRequest): PixelSize {
  const { width, height } = size
  const scale = Math.min(Math.max(1, leastSide / Math.min(width, height)), longestSide / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}
