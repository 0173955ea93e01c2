import type { PixelSize } from '../models/aspect-ratio.ts'
import type { RgbaPixels } from './composite-pixels.ts'
import { type AdjustmentName, type Adjustments, adjustmentNames } from './operation.ts'

/**
 * The formulas of `adjust`, the same for the server's result and for a shader's preview. Colors are the file's own, encoded as sRGB, 0
 * to 1; every adjustment is a, -1 to 1 (its value / 100). Clamped to 0 to 1 after each step. Opacity stays as it is.
 *
 * 1. **Sharpness**, of the source's pixels: c' = c + k (c - blur), where blur is the 3 × 3 pixels around weighted by 1 2 1 / 2 4 2 /
 *    1 2 1, and k = 2a above 0 and a below.
 * 2. **Grain below 0**, of the same pixels: c' = c + |a| (calm - c), where calm is the mean of the same nine pixels, each weighted as in
 *    1 and by 1 / (1 + (24 (Y - Y of the middle))²).
 * 3. **Light**: c' = c ^ (2 ^ -a): black and white stay.
 * 4. **Contrast**: c' = 0.5 + (c - 0.5) 2^a.
 * 5. **Saturation**: c' = Y + (c - Y) (1 + a), with Y = 0.2126 R + 0.7152 G + 0.0722 B.
 * 6. **Warmth**: R' = R (1 + 0.2 a) / n, G' = G (1 + 0.02 a) / n, B' = B (1 - 0.2 a) / n, with n the Y of the three factors: gray keeps
 *    its lightness.
 * 7. **Vignette**: s = smoothstep(0.15, 1, r²), where r² = (u² + v²) / 2 and u, v run from -1 to 1 over the picture. Above 0:
 *    c' = c (1 - 0.8 a s); below: c' = c + (1 - c) 0.8 |a| s.
 * 8. **Grain above 0**: c' = c + 0.16 a (0.35 + 2.6 Y (1 - Y)) noise, where noise is -1 to 1 by `grainAt`, the same for all colors.
 *
 * At the edges the nearest pixel is used.
 */
const adjustmentConstants = {
  luma: [0.2126, 0.7152, 0.0722],
  sharpen: 2,
  calm: 24,
  warmth: { red: 0.2, green: 0.02, blue: -0.2 },
  vignette: { amount: 0.8, from: 0.15 },
  grain: { amount: 0.16, base: 0.35, middle: 2.6 },
} as const

const [lumaRed, lumaGreen, lumaBlue] = adjustmentConstants.luma
const luma = (red: number, green: number, blue: number) => lumaRed * red + lumaGreen * green + lumaBlue * blue
const unit = (value: number) => Math.min(1, Math.max(0, value))
const smoothstep = (from: number, to: number, value: number) => {
  const t = unit((value - from) / (to - from))
  return t * t * (3 - 2 * t)
}

/**
 * The noise of a pixel, -1 to 1: whole numbers of 32 bits (Bob Jenkins' one-at-a-time mixing), which a shader has as `uint`.
 * @param x In pixels of the picture, from the top left.
 */
export function grainAt(x: number, y: number): number {
  let hash = (Math.imul(x + 1, 0x9e3779b1) ^ Math.imul(y + 1, 0x85ebca6b)) >>> 0
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d) >>> 0
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b) >>> 0
  hash = (hash ^ (hash >>> 16)) >>> 0
  return hash / 0x7fffffff - 1
}

/** The adjustments as a, -1 to 1. */
const adjustmentAmounts = (adjustments: Adjustments): Readonly<Record<AdjustmentName, number>> =>
  Object.fromEntries(adjustmentNames.map((name) => [name, (adjustments[name] ?? 0) / 100])) as Record<
    AdjustmentName,
    number
  >

/** The factors of red, green and blue for a warmth of -1 to 1. */
export function warmthFactors(amount: number): readonly [number, number, number] {
  const { red, green, blue } = adjustmentConstants.warmth
  const factors = [1 + red * amount, 1 + green * amount, 1 + blue * amount] as const
  const lightness = luma(...factors)
  return [factors[0] / lightness, factors[1] / lightness, factors[2] / lightness]
}

/** The share of the vignette that a pixel gets, 0 to 1, by its middle. */
export function vignetteAt(x: number, y: number, { width, height }: PixelSize): number {
  const u = (2 * (x + 0.5)) / width - 1
  const v = (2 * (y + 0.5)) / height - 1
  return smoothstep(adjustmentConstants.vignette.from, 1, (u * u + v * v) / 2)
}

/** Light and contrast by the 256 values of a channel, where nothing comes before them. */
function toneTable(light: number, contrast: number): (value: number) => number {
  const exponent = 2 ** -light
  const factor = 2 ** contrast
  return (value) => unit(0.5 + (unit(value ** exponent) - 0.5) * factor)
}

const kernel = Float64Array.of(1, 2, 1, 2, 4, 2, 1, 2, 1).map((weight) => weight / 16)
const at = (values: RgbaPixels | Float64Array, index: number) => values[index] as number

/** Steps 1 and 2 of one pixel, written into `color`: 0 to 1. Without an object for each pixel: there are millions. */
function createNeighborhood(
  source: RgbaPixels,
  { width, height }: PixelSize,
  amounts: { readonly sharpness: number; readonly calm: number },
) {
  const sharpen = amounts.sharpness > 0 ? adjustmentConstants.sharpen * amounts.sharpness : amounts.sharpness
  const { calm } = adjustmentConstants
  return (x: number, y: number, color: Float64Array): void => {
    const middle = (y * width + x) * 4
    const ownRed = at(source, middle) / 255
    const ownGreen = at(source, middle + 1) / 255
    const ownBlue = at(source, middle + 2) / 255
    const ownLuma = luma(ownRed, ownGreen, ownBlue)
    let blurRed = 0
    let blurGreen = 0
    let blurBlue = 0
    let calmRed = 0
    let calmGreen = 0
    let calmBlue = 0
    let calmSum = 0
    for (let down = -1; down <= 1; down++) {
      const row = Math.min(height - 1, Math.max(0, y + down)) * width
      for (let across = -1; across <= 1; across++) {
        const pixel = (row + Math.min(width - 1, Math.max(0, x + across))) * 4
        const red = at(source, pixel) / 255
        const green = at(source, pixel + 1) / 255
        const blue = at(source, pixel + 2) / 255
        const weight = at(kernel, 3 * down + across + 4)
        blurRed += weight * red
        blurGreen += weight * green
        blurBlue += weight * blue
        if (amounts.calm === 0) continue
        const unlike = calm * (luma(red, green, blue) - ownLuma)
        const alike = weight / (1 + unlike * unlike)
        calmRed += alike * red
        calmGreen += alike * green
        calmBlue += alike * blue
        calmSum += alike
      }
    }
    color[0] = unit(ownRed + sharpen * (ownRed - blurRed))
    color[1] = unit(ownGreen + sharpen * (ownGreen - blurGreen))
    color[2] = unit(ownBlue + sharpen * (ownBlue - blurBlue))
    if (amounts.calm === 0) return
    color[0] = unit(at(color, 0) + amounts.calm * (calmRed / calmSum - ownRed))
    color[1] = unit(at(color, 1) + amounts.calm * (calmGreen / calmSum - ownGreen))
    color[2] = unit(at(color, 2) + amounts.calm * (calmBlue / calmSum - ownBlue))
  }
}

/**
 * Adjusts a picture by the formulas above.
 * @param into As long as the source, and another one.
 * @param progress Called now and then with how much is done, 0 to 1.
 */
export function adjustPixels(
  { data: source, ...size }: { readonly data: RgbaPixels } & PixelSize,
  adjustments: Adjustments,
  { into, progress = () => {} }: { readonly into: RgbaPixels; readonly progress?: (fraction: number) => void },
): void {
  const { light, contrast, saturation, warmth, sharpness, grain, vignette } = adjustmentAmounts(adjustments)
  const { amount, base, middle } = adjustmentConstants.grain
  const tone = toneTable(light, contrast)
  const tones = Float64Array.from({ length: 256 }, (_, value) => tone(value / 255))
  const warm = warmthFactors(warmth)
  const readsNeighbors = sharpness !== 0 || grain < 0
  const neighborhood = createNeighborhood(source, size, { sharpness, calm: Math.max(0, -grain) })
  const color = new Float64Array(3)
  for (let y = 0; y < size.height; y++) {
    if (y % 64 === 0) progress(y / size.height)
    for (let x = 0; x < size.width; x++) {
      const offset = (y * size.width + x) * 4
      if (readsNeighbors) {
        neighborhood(x, y, color)
        for (let channel = 0; channel < 3; channel++) color[channel] = tone(at(color, channel))
      } else for (let channel = 0; channel < 3; channel++) color[channel] = at(tones, at(source, offset + channel))
      if (saturation !== 0) {
        const grey = luma(at(color, 0), at(color, 1), at(color, 2))
        for (let channel = 0; channel < 3; channel++)
          color[channel] = unit(grey + (at(color, channel) - grey) * (1 + saturation))
      }
      if (warmth !== 0)
        for (let channel = 0; channel < 3; channel++)
          color[channel] = unit(at(color, channel) * (warm[channel] as number))
      if (vignette !== 0) {
        const share = adjustmentConstants.vignette.amount * Math.abs(vignette) * vignetteAt(x, y, size)
        for (let channel = 0; channel < 3; channel++) {
          const value = at(color, channel)
          color[channel] = vignette > 0 ? value * (1 - share) : value + (1 - value) * share
        }
      }
      if (grain > 0) {
        const grey = luma(at(color, 0), at(color, 1), at(color, 2))
        const noise = amount * grain * (base + middle * grey * (1 - grey)) * grainAt(x, y)
        for (let channel = 0; channel < 3; channel++) color[channel] = unit(at(color, channel) + noise)
      }
      for (let channel = 0; channel < 3; channel++) into[offset + channel] = Math.round(at(color, channel) * 255)
      into[offset + 3] = at(source, offset + 3)
    }
  }
}
