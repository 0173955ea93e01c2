import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { nearestFrame } from '#domain/models/frame.ts'

/** A frame that a vendor names by its ratio; its sides are the ratio's. */
export type NamedRatio = PixelSize & { readonly name: string }

/** Ratios by their names, such as `16:9` or `16x9`. @param names At least one. */
export function namedRatios(...names: readonly [string, ...string[]]): readonly [NamedRatio, ...NamedRatio[]] {
  const [first, ...rest] = names.map(namedRatio) as [NamedRatio, ...NamedRatio[]]
  return [first, ...rest]
}

function namedRatio(name: string): NamedRatio {
  const [width = 1, height = 1] = name.split(/[:x]/).map(Number)
  return { name, width, height }
}

/** The name of the ratio from which the requested size is cropped with the least loss. */
export const nearestRatio = (ratios: readonly [NamedRatio, ...NamedRatio[]], asked: PixelSize): string =>
  nearestFrame(ratios, asked).name
