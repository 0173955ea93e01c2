/** Sides of a latent: an eighth of the picture's. */
export type LatentSize = { readonly height: number; readonly width: number }
/** Sides of a picture in pixels. */
export type FrameSize = { readonly width: number; readonly height: number }

/** The side of the square frame that Stable Diffusion 1.x and the small 2.x models were trained with. */
const trainedSide = 512
/** The U-Net halves a latent three times. */
const sideStep = 64
/** Longer sides repeat what is in the picture. */
const longestSide = 832

/**
 * The frame to paint for a picture of this ratio: sides are multiples of 64, about as many pixels as 512 × 512, and as near to
 * the ratio as that allows.
 */
export function frameFor({ width, height }: FrameSize, side = trainedSide): FrameSize {
  const ratio = width / height
  const longest = Math.max(side, Math.floor((longestSide * side) / trainedSide / sideStep) * sideStep)
  let best: FrameSize = { width: side, height: side }
  let least = Number.POSITIVE_INFINITY
  for (let across = sideStep; across <= longest; across += sideStep)
    for (let down = sideStep; down <= longest; down += sideStep) {
      // A tenth more or fewer pixels is as bad as a ratio that is off by a tenth.
      const off = Math.abs(Math.log(across / down / ratio)) + Math.abs(Math.log((across * down) / (side * side)))
      if (off >= least - 1e-9) continue
      least = off
      best = { width: across, height: down }
    }
  return best
}

export const latentOf = ({ width, height }: FrameSize): LatentSize => ({ width: width / 8, height: height / 8 })
