import type { TextToImageCreateParams } from '@runwayml/sdk/resources/text-to-image'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { nearestFrame } from '#domain/models/frame.ts'
import type { ImageRequest } from '../provider.ts'

/** The ratios of Gen-4: the API's own names for its frames, which are their pixels. */
export type RunwayRatio = TextToImageCreateParams.Gen4Image['ratio']

type RunwayFrame = PixelSize & { readonly ratio: RunwayRatio }

const frame = (ratio: RunwayRatio): RunwayFrame => {
  const [width = 0, height = 0] = ratio.split(':').map(Number)
  return { ratio, width, height }
}

/** The cheaper frames, at 5 credits a picture. */
const at720: readonly [RunwayFrame, ...RunwayFrame[]] = [
  frame('1024:1024'),
  frame('960:720'),
  frame('720:960'),
  frame('1280:720'),
  frame('720:1280'),
  frame('1680:720'),
]

/** The larger ones, at 8 credits. */
const at1080: readonly [RunwayFrame, ...RunwayFrame[]] = [
  frame('1080:1080'),
  frame('1440:1080'),
  frame('1080:1440'),
  frame('1920:1080'),
  frame('1080:1920'),
  frame('1808:768'),
  frame('2112:912'),
]

/** The frame from which the requested ratio is cropped with the least loss. */
export const runwayFrame = ({ resolution, size }: ImageRequest): RunwayFrame =>
  nearestFrame(resolution === '1K' ? at720 : at1080, size)
