import type { PixelSize, Resolution } from '#domain/models/aspect-ratio.ts'
import { nearestFrame } from '#domain/models/frame.ts'
import { namedRatios, nearestRatio } from '#server/providers/common/named-ratios.ts'

type Frames = readonly [PixelSize, ...PixelSize[]]

/** Recraft V4.1 by Recraft's own list (recraft.ai, API reference, appendix). */
const recraftFrames: Frames = [
  { width: 1024, height: 1024 },
  { width: 1536, height: 768 },
  { width: 768, height: 1536 },
  { width: 1280, height: 832 },
  { width: 832, height: 1280 },
  { width: 1216, height: 896 },
  { width: 896, height: 1216 },
  { width: 1152, height: 896 },
  { width: 896, height: 1152 },
  { width: 832, height: 1344 },
  { width: 1280, height: 896 },
  { width: 896, height: 1280 },
  { width: 1344, height: 768 },
  { width: 768, height: 1344 },
]

/** V4.1 Pro: the same ratios at 2K (recraft.ai, API reference, appendix). */
const recraftProFrames = recraftFrames.map(({ width, height }) => ({ width: 2 * width, height: 2 * height })) as [
  PixelSize,
  ...PixelSize[],
]

/** The same model by the page of the AI Gateway (vercel.com/ai-gateway/models/recraft-v4.1): the sizes of Recraft V3. */
const recraftFramesOfTheGateway: Frames = [
  { width: 1024, height: 1024 },
  { width: 1365, height: 1024 },
  { width: 1024, height: 1365 },
  { width: 1536, height: 1024 },
  { width: 1024, height: 1536 },
  { width: 1820, height: 1024 },
  { width: 1024, height: 1820 },
  { width: 1024, height: 2048 },
  { width: 2048, height: 1024 },
  { width: 1434, height: 1024 },
  { width: 1024, height: 1434 },
  { width: 1024, height: 1280 },
  { width: 1280, height: 1024 },
  { width: 1024, height: 1707 },
  { width: 1707, height: 1024 },
]

const maxSeedreamSide = 4_096

/** The fewest pixels of Seedream 4.5 and 5 Lite: 2560 x 1440. Version 5 Pro makes all of our sizes. */
const minSeedreamPixels = 3_686_400

/** Seedream takes any size within its limits: the requested one, made to fit. The least of some versions is 2K. */
function seedreamSize(apiModel: string, { width, height }: PixelSize): PixelSize {
  const least = apiModel.endsWith('-pro') ? 0 : Math.sqrt(minSeedreamPixels / (width * height))
  const scale = Math.min(Math.max(1, least), maxSeedreamSide / Math.max(width, height))
  return { width: Math.ceil(width * scale), height: Math.ceil(height * scale) }
}

/** Recraft V4 takes a ratio, and no size (vercel.com/ai-gateway/models/recraft-v4). */
const recraft4Ratios = namedRatios('1:1', '16:9', '4:3', '9:16', '3:4')

/** The ratios of FLUX 3 Image (its schema at docs.comfy.org); its size is an option (vercel.com/changelog, FLUX 3 Image). */
const flux3Ratios = namedRatios('1:1', '21:9', '16:9', '3:2', '4:3', '4:5', '3:4', '2:3', '9:16')

/** A frame as the gateway is asked for it. */
export type GatewayFrame = { readonly size: `${number}x${number}` } | { readonly aspectRatio: `${number}:${number}` }

/** The options of a model's own maker, beside its frame. */
export const makersOptions = (apiModel: string, resolution: Resolution) =>
  apiModel === 'bfl/flux-3-image' ? { blackForestLabs: { resolution: resolution.toLowerCase() } } : {}

export const inPixels = ({ width, height }: PixelSize): GatewayFrame => ({ size: `${width}x${height}` })

/**
 * The frames to ask for, the best first. Two lists of sizes are published for Recraft V4.1; a size that is refused costs nothing, so
 * that of Recraft's own list is asked for after that of the gateway's. Every other model of the gateway's takes any size.
 * @param apiModel The gateway's id: 'recraft/recraft-v4.1'.
 */
export function gatewayFrames(apiModel: string, wanted: PixelSize): readonly [GatewayFrame, ...GatewayFrame[]] {
  if (apiModel === 'recraft/recraft-v4')
    return [{ aspectRatio: nearestRatio(recraft4Ratios, wanted) as `${number}:${number}` }]
  if (apiModel === 'bfl/flux-3-image')
    return [{ aspectRatio: nearestRatio(flux3Ratios, wanted) as `${number}:${number}` }]
  if (apiModel === 'recraft/recraft-v4.1-pro') return [inPixels(nearestFrame(recraftProFrames, wanted))]
  if (apiModel.startsWith('bytedance/')) return [inPixels(seedreamSize(apiModel, wanted))]
  if (!apiModel.startsWith('recraft/')) return [inPixels(wanted)]
  const own = nearestFrame(recraftFramesOfTheGateway, wanted)
  const other = nearestFrame(recraftFrames, wanted)
  return own.width === other.width && own.height === other.height ? [inPixels(own)] : [inPixels(own), inPixels(other)]
}
