import type { Rgb } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import { place } from '#sketch/core/path.ts'
import type { Rng } from '#sketch/core/random.ts'
import { shape } from '#sketch/core/svg-path.ts'

const wings = [
  shape('M0 4 C-8 -6 -22 -16 -44 -12 C-28 -10 -14 -2 -4 9 C-1 12 3 12 5 8 C14 -4 26 -12 44 -16 C24 -20 8 -8 0 4 Z'),
  shape('M0 2 C-10 -14 -22 -26 -38 -30 C-28 -18 -16 -4 -5 8 C-1 11 3 11 6 8 C16 2 28 0 42 4 C30 -6 12 -6 0 2 Z'),
  shape('M0 4 C-12 0 -28 0 -46 8 C-28 6 -14 8 -4 12 C0 14 4 13 6 11 C18 4 30 4 46 6 C30 -4 12 -4 0 4 Z'),
]

/** Gulls far off: one stroke of the brush each, in a loose slanting line. */
export function paintFlock(
  p: Painter,
  rng: Rng,
  x: number,
  y: number,
  spread: number,
  count: number,
  size: number,
  color: Rgb,
): void {
  const slant = rng.range(-0.35, 0.35)
  for (let i = 0; i < count; i++) {
    const t = count > 1 ? i / (count - 1) - 0.5 : 0
    const px = x + t * spread * 2 + rng.range(-0.12, 0.12) * spread
    const py = y + t * spread * slant + rng.range(-0.22, 0.22) * spread
    const s = (size * rng.range(0.65, 1.15)) / 90
    fill(p, place(rng.pick(wings), { x: px, y: py, scale: s, turn: rng.range(-0.25, 0.25), flip: rng.chance(0.5) }), {
      color,
      plain: true,
    })
  }
}
