export const aspectRatios = ['4:3', '3:2', '16:9', '2.35:1', '1:1', '4:5', '2:3', '9:16'] as const
export type AspectRatio = (typeof aspectRatios)[number]

export const resolutions = ['1K', '2K', '4K'] as const
export type Resolution = (typeof resolutions)[number]

/** Pixels. */
export type PixelSize = { readonly width: number; readonly height: number }

/** The size at 1K: at most 1,048,576 pixels, exactly the ratio, sides that providers accept. */
const pixelsAt1K: Readonly<Record<AspectRatio, PixelSize>> = {
  '4:3': { width: 1152, height: 864 },
  '3:2': { width: 1248, height: 832 },
  '16:9': { width: 1280, height: 720 },
  '2.35:1': { width: 1504, height: 640 },
  '1:1': { width: 1024, height: 1024 },
  '4:5': { width: 896, height: 1120 },
  '2:3': { width: 832, height: 1248 },
  '9:16': { width: 720, height: 1280 },
}

const scaleOf: Readonly<Record<Resolution, number>> = { '1K': 1, '2K': 2, '4K': 4 }

/** The exact size of a picture: 2K doubles both sides of 1K, 4K doubles them again. */
export function pixelSize(ratio: AspectRatio, resolution: Resolution): PixelSize {
  const base = pixelsAt1K[ratio]
  const scale = scaleOf[resolution]
  return { width: base.width * scale, height: base.height * scale }
}

/** The next one in the cycle 1K, 2K, 4K. */
export function nextResolution(resolution: Resolution): Resolution {
  return resolutions[(resolutions.indexOf(resolution) + 1) % resolutions.length] ?? '1K'
}

/** The ratio and resolution nearest to a size; 1:1 at 1K without one. */
export function nearestShape(size: { readonly width: number; readonly height: number } | null): {
  aspectRatio: AspectRatio
  resolution: Resolution
} {
  if (!size || size.width === 0 || size.height === 0) return { aspectRatio: '1:1', resolution: '1K' }
  const shapes = resolutions.flatMap((resolution) => aspectRatios.map((aspectRatio) => ({ aspectRatio, resolution })))
  const distance = ({ aspectRatio, resolution }: (typeof shapes)[number]) => {
    const { width, height } = pixelSize(aspectRatio, resolution)
    const ratio = Math.abs(Math.log(width / height / (size.width / size.height)))
    const area = Math.abs(Math.log((width * height) / (size.width * size.height)))
    // The ratio is the visible part; sizes are four times as large from one resolution to the next.
    return ratio * 100 + area
  }
  return shapes.reduce((best, shape) => (distance(shape) < distance(best) ? shape : best))
}
