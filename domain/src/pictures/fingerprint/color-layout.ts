import { createIntegralImage, type GrayPicture, resizeGray } from './integral-image.ts'

/**
 * A color layout (the idea of MPEG-7's descriptor): a picture as `colorLayoutLength` numbers of -127 to 127. First the lightness of 8 × 8
 * cells less its mean, then the red and blue differences of 4 × 4 cells, as in YCbCr.
 */
export type ColorLayout = Int8Array

const [lightnessSide, chromaSide] = [8, 4]
const lightnessCells = lightnessSide ** 2
export const colorLayoutLength = lightnessCells + 2 * chromaSide ** 2

/** Channels of a picture, each of the same size. */
export type ColorChannels = { readonly red: GrayPicture; readonly green: GrayPicture; readonly blue: GrayPicture }

/** Lightness of a pixel by ITU-R BT.601, as in JPEG. */
export const lightnessOf = (red: number, green: number, blue: number): number =>
  0.299 * red + 0.587 * green + 0.114 * blue

const toInt8 = (value: number): number => Math.max(-127, Math.min(127, Math.round(value)))

export function createColorLayout(channels: ColorChannels): ColorLayout {
  const cellsOf = (side: number) => {
    const [red, green, blue] = [channels.red, channels.green, channels.blue].map(
      (channel) => resizeGray(createIntegralImage(channel), side, side).data,
    )
    return Array.from({ length: side ** 2 }, (_, index) => {
      const [r, g, b] = [red?.[index] ?? 0, green?.[index] ?? 0, blue?.[index] ?? 0]
      return { r, b, lightness: lightnessOf(r, g, b) }
    })
  }
  const lightness = cellsOf(lightnessSide).map((cell) => cell.lightness)
  const mean = lightness.reduce((sum, value) => sum + value, 0) / lightness.length
  const chroma = cellsOf(chromaSide).flatMap(({ r, b, lightness: y }) => [(r - y) / 1.402, (b - y) / 1.772])
  return Int8Array.from([...lightness.map((value) => value - mean), ...chroma], toInt8)
}

/** Quantizes features to 8 bits. The scale is dropped: features are compared by their angle. */
export function quantizeFeatures(features: ArrayLike<number>): Int8Array {
  const max = Array.from(features).reduce((largest, value) => Math.max(largest, Math.abs(value)), 0) || 1
  return Int8Array.from(features, (value) => toInt8((value / max) * 127))
}

/** Mean difference of chroma that counts as the largest distance. */
const maxChromaDifference = 40

/**
 * Computes the distance of a color layout from one of a list, from 0 (the same) to 1. @param start Index in `list` at which it begins.
 */
export function colorLayoutDistance(layout: ColorLayout, list: Int8Array, start = 0): number {
  let difference = 0
  for (let index = lightnessCells; index < colorLayoutLength; index++)
    difference += Math.abs((layout[index] ?? 0) - (list[start + index] ?? 0))
  const chroma = Math.min(1, difference / (colorLayoutLength - lightnessCells) / maxChromaDifference)
  return 0.25 * (1 - cosine(layout, list, start, lightnessCells)) + 0.5 * chroma
}

/** Cosine of the first `length` numbers of `a` and as many of `b` from `start` on; 0 where one of them is all zeros. */
function cosine(a: Int8Array, b: Int8Array, start: number, length: number): number {
  let product = 0
  let squaresA = 0
  let squaresB = 0
  for (let index = 0; index < length; index++) {
    const valueA = a[index] ?? 0
    const valueB = b[start + index] ?? 0
    product += valueA * valueB
    squaresA += valueA * valueA
    squaresB += valueB * valueB
  }
  return squaresA > 0 && squaresB > 0 ? product / Math.sqrt(squaresA * squaresB) : 0
}

/** Features of a picture with the net that computed them: features of two nets are never compared. */
export type NetFeatures = { readonly net: string; readonly values: Int8Array }

/** The data by which images are compared. */
export type ImageLook = { readonly layout: ColorLayout; readonly features: NetFeatures | null }

/** Largest distance of two images that count as similar. */
export const maxSimilarDistance = 0.28

/** Computes the distance of two images, from 0 to 1: by color layout, and by features where the same net computed both. */
export function imageDistance(a: ImageLook, b: ImageLook): number {
  const byLayout = colorLayoutDistance(a.layout, b.layout)
  if (!a.features || !b.features || a.features.net !== b.features.net) return byLayout
  const { values } = a.features
  return 0.35 * byLayout + 0.65 * (1 - cosine(values, b.features.values, 0, values.length))
}
