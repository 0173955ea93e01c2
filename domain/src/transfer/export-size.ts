import type { PixelSize } from '../models/aspect-ratio.ts'

/** The size that an exported picture is asked for. `longestSide` alone, `width` or `height` alone, both of them, or none. */
export type AskedSize = {
  readonly longestSide?: number | undefined
  readonly width?: number | undefined
  readonly height?: number | undefined
}

/** Longest side of an exported picture: the most that a WebP holds. Pixels. */
export const maxExportSide = 16_383
/** 50 megapixels, as for pictures from outside: an exported picture must be one that can be opened again. */
export const maxExportPixels = 50_000_000

/**
 * Plans the size of an exported picture. Width and height together are exact: what does not fit is cropped, and a smaller picture is
 * enlarged. One side alone scales down and never enlarges.
 * @param original Pixels, upright.
 */
export function exportedSize(original: PixelSize, { longestSide, width, height }: AskedSize): PixelSize {
  if (width !== undefined && height !== undefined) return { width, height }
  const factor = Math.min(
    1,
    ...(longestSide === undefined ? [] : [longestSide / Math.max(original.width, original.height)]),
    ...(width === undefined ? [] : [width / original.width]),
    ...(height === undefined ? [] : [height / original.height]),
  )
  const scaled = (side: number) => Math.max(1, Math.round(side * factor))
  return { width: scaled(original.width), height: scaled(original.height) }
}

/** The rectangle of the scaled original that is kept, and its scale. */
export type CoverScale = { readonly width: number; readonly height: number; readonly isCropped: boolean }

/** The size of the whole original where it covers the exported size. `isCropped`: more than rounding is cut off. */
export function coveringSize(original: PixelSize, exported: PixelSize): CoverScale {
  const factor = Math.max(exported.width / original.width, exported.height / original.height)
  const width = Math.max(exported.width, Math.round(original.width * factor))
  const height = Math.max(exported.height, Math.round(original.height * factor))
  return { width, height, isCropped: width - exported.width > 1 || height - exported.height > 1 }
}
