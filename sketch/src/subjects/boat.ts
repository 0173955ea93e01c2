import type { Rgb } from '#sketch/core/color.ts'
import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import { place } from '#sketch/core/path.ts'
import { shape } from '#sketch/core/svg-path.ts'

const hull = shape('M-46 0 C-40 14 -26 18 0 18 C28 18 42 12 54 -4 C30 2 -10 4 -46 0 Z')
const stripe = shape('M-45 2 C-10 7 30 5 52 -1 L50 3 C30 9 -10 11 -42 6 Z')
const main = shape('M3 -6 L3 -112 C32 -80 46 -40 44 -8 C30 -3 16 -3 3 -6 Z')
const jib = shape('M-3 -8 L-3 -98 C-14 -60 -28 -30 -42 -10 C-28 -6 -14 -5 -3 -8 Z')
const mast = shape('M-1.2 2 L-0.8 -116 L0.8 -116 L1.2 2 Z')

/** `size` is the height of the mast in pixels; (x, y) the waterline. */
export function paintSailboat(
  p: Painter,
  x: number,
  y: number,
  size: number,
  colors: { hull: Rgb; sail: Rgb; jib: Rgb; shade: Rgb },
  flip = false,
): void {
  const at = { x, y: y - (12 * size) / 116, scale: size / 116, flip }
  const reach = size * 0.14
  fill(p, place(mast, at), { color: colors.shade, plain: true })
  fill(p, place(jib, at), {
    color: colors.jib,
    form: { shadow: mix(colors.jib, colors.shade, 0.4), dx: p.lightSide, dy: -0.4, radius: reach },
  })
  fill(p, place(main, at), {
    color: colors.sail,
    form: { shadow: mix(colors.sail, colors.shade, 0.3), dx: p.lightSide, dy: -0.4, radius: reach },
  })
  fill(p, place(hull, at), {
    color: colors.hull,
    washes: [
      { color: mix(colors.hull, colors.shade, 0.7), x0: x, y0: at.y, x1: x, y1: at.y + size * 0.17, grain: 0.4 },
    ],
  })
  fill(p, place(stripe, at), { color: colors.sail, alpha: 0.8, plain: true })
  for (let i = 0; i < 5; i++) {
    const w = size * (0.5 - i * 0.07)
    const cy = y + size * (0.055 + i * 0.055)
    fill(p, [[x - w, cy, x - w * 0.2, cy - size * 0.008, x + w, cy, x + w * 0.2, cy + size * 0.01]], {
      color: i % 2 ? colors.sail : colors.hull,
      alpha: 0.5 - i * 0.08,
      plain: true,
    })
  }
}

const dory = shape('M-60 -8 C-46 12 -26 16 0 16 C26 16 46 12 60 -8 C40 0 -40 0 -60 -8 Z')
const rim = shape('M-60 -8 C-40 0 40 0 60 -8 C40 -4 -40 -4 -60 -8 Z')

/** A small open boat with one figure under a wide hat. */
export function paintRowboat(
  p: Painter,
  x: number,
  y: number,
  size: number,
  colors: { hull: Rgb; coat: Rgb; hat: Rgb; shade: Rgb },
  flip = false,
): void {
  const at = { x, y: y - size * 0.08, scale: size / 110, flip }
  fill(p, place(shape('M-14 -2 C-18 -26 -10 -40 0 -42 C12 -40 18 -24 14 -2 Z'), at), {
    color: colors.coat,
    form: { shadow: mix(colors.coat, colors.shade, 0.6), dx: p.lightSide, dy: -0.5, radius: size * 0.06 },
  })
  fill(p, place(shape('M-24 -40 Q0 -62 24 -40 Q0 -34 -24 -40 Z'), at), { color: colors.hat })
  fill(p, place(shape('M8 -26 L54 26 L56 25 L11 -28 Z'), at), { color: colors.shade, plain: true })
  fill(p, place(dory, at), {
    color: colors.hull,
    washes: [{ color: colors.shade, x0: x, y0: at.y - size * 0.1, x1: x, y1: at.y + size * 0.2, strength: 0.7 }],
  })
  fill(p, place(rim, at), { color: mix(colors.hull, colors.hat, 0.5), plain: true })
}
