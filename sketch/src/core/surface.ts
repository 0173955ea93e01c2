/** Floating-point sRGB picture. Eight bits per channel would band under many thin washes. */
import type { Rgb } from './color.ts'

export type Surface = { readonly width: number; readonly height: number; readonly px: Float32Array }
/** The output of the engine: plain RGB bytes. */
export type Raster = { readonly width: number; readonly height: number; readonly rgb: Uint8Array }

export function createSurface(width: number, height: number, fill: Rgb): Surface {
  const px = new Float32Array(width * height * 3)
  for (let i = 0; i < px.length; i += 3) {
    px[i] = fill[0]
    px[i + 1] = fill[1]
    px[i + 2] = fill[2]
  }
  return { width, height, px }
}

/** To bytes, rounded to the nearest. A clamped array rounds and clips without a branch. */
export function toRaster(surface: Surface): Raster {
  const { width, height, px } = surface
  const bytes = new Uint8ClampedArray(px.length)
  for (let i = 0; i < px.length; i++) bytes[i] = px[i] * 255
  return { width, height, rgb: new Uint8Array(bytes.buffer) }
}

export function fromRaster(raster: Raster): Surface {
  const px = new Float32Array(raster.rgb.length)
  for (let i = 0; i < px.length; i++) px[i] = raster.rgb[i] / 255
  return { width: raster.width, height: raster.height, px }
}

/** Folds the left half over onto the right. */
export function mirror(surface: Surface): void {
  const { width, height, px } = surface
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width >> 1; x++) {
      const from = (y * width + x) * 3
      const to = (y * width + width - 1 - x) * 3
      px.copyWithin(to, from, from + 3)
    }
  }
}
