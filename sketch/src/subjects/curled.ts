/** Animals asleep: a mound of fur, the head laid on it, the tail drawn round. */
import type { Rgb } from '#sketch/core/color.ts'
import { mix, shade } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import { ellipse, place, ribbon } from '#sketch/core/path.ts'
import { shape } from '#sketch/core/svg-path.ts'
import type { Species } from './animal-head.ts'
import { furOf, headCentre, paintHead } from './animal-head.ts'

/** `size` is the width of the curled animal in pixels; the head lies left unless flipped. */
export function paintCurled(
  p: Painter,
  species: Species,
  x: number,
  foot: number,
  size: number,
  coat: Rgb,
  flip: boolean,
): void {
  const k = size / 140
  const s = flip ? -1 : 1
  const at = { x, y: foot, scale: k, flip }
  const { dark, pale } = furOf(p, coat)
  const form = (c: Rgb, r: number) => ({
    shadow: shade(c, 0.18),
    light: mix(c, p.palette.light, 0.42),
    dx: p.lightSide * 0.5,
    dy: -1,
    radius: r * k,
    grain: 0.9,
  })
  fill(p, ellipse(x, foot, size * 0.54, size * 0.06), {
    color: mix(p.palette.deep, p.palette.near, 0.4),
    alpha: 0.45,
    plain: true,
    blend: 'multiply',
  })
  fill(
    p,
    place(
      shape('M-58 -6 C-66 -34 -44 -62 -6 -66 C38 -68 70 -44 68 -16 C67 -2 52 2 30 2 L-38 2 C-50 2 -56 0 -58 -6 Z'),
      at,
    ),
    { color: coat, form: form(coat, 15) },
  )
  // The haunch, a second hill in front of the first.
  fill(p, place(shape('M6 2 C2 -24 18 -46 42 -44 C62 -42 72 -26 68 -10 C64 0 52 3 36 3 Z'), at), {
    color: coat,
    form: form(coat, 9),
  })
  const lean = -0.2 * s
  const cx = x - s * 30 * k
  const cy = foot - 30 * k
  const scale = k * 0.78
  paintHead(
    p,
    species,
    { x: cx - headCentre * Math.sin(lean) * scale, y: cy + headCentre * Math.cos(lean) * scale, scale, turn: lean },
    coat,
    'closed',
  )
  if (species === 'fox') {
    fill(
      p,
      place(
        shape(
          'M70 -20 C78 -2 62 8 34 9 C6 11 -26 10 -50 3 C-60 -2 -60 -12 -48 -14 C-24 -10 6 -10 30 -17 C46 -22 60 -30 70 -20 Z',
        ),
        at,
      ),
      { color: coat, form: form(coat, 6) },
    )
    fill(
      p,
      place(
        shape('M-50 3 C-60 -2 -60 -12 -48 -14 C-38 -12 -28 -11 -18 -11 C-14 -4 -18 4 -22 9 C-32 8 -42 6 -50 3 Z'),
        at,
      ),
      { color: pale, form: { ...form(pale, 4), shadow: mix(pale, coat, 0.5) } },
    )
  } else if (species === 'cat' || species === 'dog') {
    fill(
      p,
      place(
        ribbon(
          [
            [66, -10],
            [58, 4],
            [20, 6],
            [-20, 4],
            [-34, 0],
          ],
          (t) => 10 - 4 * t,
          12,
        ),
        at,
      ),
      { color: species === 'cat' ? dark : coat, form: form(coat, 3) },
    )
  } else
    fill(p, place(ellipse(66, -14, species === 'rabbit' ? 11 : 7), at), {
      color: species === 'rabbit' ? pale : coat,
      form: form(pale, 3),
    })
}
