/** Animals that sit and look at you: one body plan. Height of the whole is `size`. */
import type { Rgb } from '#sketch/core/color.ts'
import { mix, shade } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import { ellipse, place, ribbon } from '#sketch/core/path.ts'
import { shape } from '#sketch/core/svg-path.ts'
import type { Species } from './animal-head.ts'
import { animals, furOf, paintHead } from './animal-head.ts'

export function paintSitter(p: Painter, species: Species, x: number, foot: number, size: number, coat: Rgb): void {
  const plan = animals[species]
  const scale = size / (species === 'rabbit' ? 156 : 130)
  const at = { x, y: foot, scale }
  const { dark, pale } = furOf(p, coat)
  const form = (r: number) => ({
    shadow: shade(coat, 0.17),
    light: mix(coat, p.palette.light, 0.4),
    dx: p.lightSide,
    dy: -0.5,
    radius: r * scale,
    grain: 0.85,
  })
  const s = p.lightSide
  const put = (d: string, flip = false) => place(shape(d), { ...at, flip })
  tail(p, species, x, foot, scale, coat, pale)
  fill(p, put(plan.body), { color: coat, form: form(11) })
  if (plan.bib)
    fill(p, put(plan.bib), {
      color: pale,
      form: { shadow: mix(pale, shade(coat, 0.1), 0.6), dx: s, dy: -0.6, radius: 5 * scale, grain: 0.9 },
    })
  for (const k of [-1, 1]) {
    fill(p, put('M3 0 C2 -18 3 -34 6 -46 C14 -44 17 -30 17 -14 C18 -6 18 -2 16 0 Z', k < 0), {
      color: mix(coat, k * s > 0 ? p.palette.light : dark, 0.1),
      form: form(4),
    })
    if (species === 'fox' || species === 'cat')
      fill(p, put('M3 0 C3 -6 5 -10 10 -10 C15 -10 18 -6 17 0 Z', k < 0), { color: species === 'fox' ? dark : pale })
    fill(p, put('M20 0 C17 -14 24 -26 32 -26 C42 -22 42 -4 34 0 Z', k < 0), { color: coat, form: form(6) })
  }
  paintHead(p, species, at, coat)
}

function tail(p: Painter, species: Species, x: number, foot: number, scale: number, coat: Rgb, pale: Rgb): void {
  const s = -p.lightSide
  const at = { x, y: foot, scale, flip: s < 0 }
  const form = {
    shadow: shade(coat, 0.18),
    light: mix(coat, p.palette.light, 0.4),
    dx: p.lightSide,
    dy: -0.6,
    radius: 7 * scale,
    grain: 0.9,
  }
  if (species === 'fox') {
    fill(
      p,
      place(shape('M18 -2 C44 4 82 -6 80 -44 C79 -66 64 -82 54 -92 C58 -70 52 -58 44 -48 C34 -36 22 -22 18 -2 Z'), at),
      { color: coat, form },
    )
    fill(p, place(shape('M79 -52 C76 -70 64 -82 54 -92 C57 -76 54 -66 50 -58 C58 -62 68 -60 79 -52 Z'), at), {
      color: pale,
      form: { ...form, shadow: mix(pale, coat, 0.5), light: p.palette.light },
    })
  } else if (species === 'cat') {
    fill(
      p,
      place(
        ribbon(
          [
            [24, -4],
            [48, -2],
            [60, -18],
            [54, -40],
            [62, -56],
          ],
          (t) => 11 - 4 * t,
          12,
        ),
        at,
      ),
      { color: coat, form: { ...form, radius: 3 * scale } },
    )
    fill(p, place(ellipse(62, -57, 3.8), at), { color: coat, plain: true })
  } else if (species === 'dog')
    fill(
      p,
      place(
        ribbon(
          [
            [26, -6],
            [46, -14],
            [56, -36],
          ],
          (t) => 10 - 6 * t,
          12,
        ),
        at,
      ),
      { color: coat, form: { ...form, radius: 3 * scale } },
    )
  else if (species === 'rabbit')
    fill(p, place(ellipse(40, -12, 11), at), { color: pale, form: { ...form, radius: 4 * scale } })
}
