import { type GrayPicture, meansOf, resized } from './gray-picture.ts'

/**
 * A picture as `lookLength` numbers of -127 to 127, for the search of pictures that look alike: the lightness of 8 × 8 parts less its
 * mean, then how red and how blue 4 × 4 parts are, as in YCbCr. Compared number by number; two pictures of one look differ little.
 */
export type LookVector = Int8Array

/** Parts across and down whose lightness and whose colors count. */
const [lightParts, colorParts] = [8, 4]
export const lookLength = lightParts ** 2 + 2 * colorParts ** 2

/** The channels of a picture, each in the form of a gray one. */
export type ColorChannels = { readonly red: GrayPicture; readonly green: GrayPicture; readonly blue: GrayPicture }

/** The lightness of a pixel by ITU-R BT.601, as JPEG has it. */
export const lightnessOf = (red: number, green: number, blue: number): number =>
  0.299 * red + 0.587 * green + 0.114 * blue

const toInt8 = (value: number): number => Math.max(-127, Math.min(127, Math.round(value)))

export function lookOf({ red, green, blue }: ColorChannels): LookVector {
  const partsOf = (channel: GrayPicture, parts: number) => resized(meansOf(channel), parts, parts).data
  const channelsOf = (parts: number) => {
    const [r, g, b] = [partsOf(red, parts), partsOf(green, parts), partsOf(blue, parts)]
    return Array.from({ length: parts ** 2 }, (_, at) => [r[at] ?? 0, g[at] ?? 0, b[at] ?? 0] as const)
  }
  const light = channelsOf(lightParts).map(([r, g, b]) => lightnessOf(r, g, b))
  const mean = light.reduce((sum, value) => sum + value, 0) / light.length
  const colors = channelsOf(colorParts).flatMap(([r, g, b]) => {
    const lightness = lightnessOf(r, g, b)
    return [(r - lightness) / 1.402, (b - lightness) / 1.772]
  })
  return Int8Array.from([...light.map((value) => value - mean), ...colors], toInt8)
}

/** Numbers of 0 to 1 as a vector of one length, in 8 bits: the product of two such vectors says how alike they are. */
export const quantized = (features: ArrayLike<number>): Int8Array => {
  const largest = Array.from(features).reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1
  return Int8Array.from(features, (value) => toInt8((value / largest) * 127))
}

/** The cosine of two vectors of the same length, from a place in each on. 0 where one of them is nothing but zeros. */
function cosine(a: Int8Array, b: Int8Array, [from, to]: readonly [number, number] = [0, a.length]): number {
  let both = 0
  let ownA = 0
  let ownB = 0
  for (let at = from; at < to; at++) {
    const valueA = a[at] ?? 0
    const valueB = b[at] ?? 0
    both += valueA * valueB
    ownA += valueA * valueA
    ownB += valueB * valueB
  }
  return ownA > 0 && ownB > 0 ? both / Math.sqrt(ownA * ownB) : 0
}

/** A mean difference of color by this much counts as nothing alike. */
const farColor = 40

/** How far two looks are apart, from 0 (the same) to 1. */
export function lookDistance(a: LookVector, b: LookVector): number {
  const light = (1 - cosine(a, b, [0, lightParts ** 2])) / 2
  let difference = 0
  for (let at = lightParts ** 2; at < lookLength; at++) difference += Math.abs((a[at] ?? 0) - (b[at] ?? 0))
  const color = Math.min(1, difference / (lookLength - lightParts ** 2) / farColor)
  return 0.5 * light + 0.5 * color
}

/** The features of a picture, and the net that computed them: features of two nets are never compared. */
export type NetFeatures = { readonly net: string; readonly values: Int8Array }

/** Beyond this distance two pictures are not alike; measured in `docs/benchmarks.md`. */
export const maxAlike = 0.28

/** How far two pictures are apart, from 0 to 1: by what a net sees in them, where one net has seen both, and by their looks. */
export function pictureDistance(
  a: { readonly look: LookVector; readonly features: NetFeatures | null },
  b: { readonly look: LookVector; readonly features: NetFeatures | null },
): number {
  const look = lookDistance(a.look, b.look)
  if (!a.features || !b.features || a.features.net !== b.features.net) return look
  return 0.35 * look + 0.65 * (1 - cosine(a.features.values, b.features.values))
}
