/** Birds that sit still: a round songbird, an owl, a crane in the reeds. */
import type { Rgb } from '#sketch/core/color.ts'
import { mix, shade } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import { ellipse, place, ribbon } from '#sketch/core/path.ts'
import { shape } from '#sketch/core/svg-path.ts'

const formOf = (p: Painter, color: Rgb, radius: number) => ({
  shadow: shade(color, 0.18),
  light: mix(color, p.palette.light, 0.45),
  dx: p.lightSide,
  dy: -0.6,
  radius,
  grain: 0.85,
})

export function paintSongbird(
  p: Painter,
  x: number,
  foot: number,
  size: number,
  coat: Rgb,
  breast: Rgb,
  flip: boolean,
): void {
  const at = { x, y: foot - size * 0.08, scale: size / 84, flip }
  const k = size / 84
  const dark = mix(shade(coat, 0.25), p.palette.deep, 0.4)
  for (const lx of [-2, 8])
    fill(
      p,
      place(
        ribbon(
          [
            [lx, 0],
            [lx + 1, 8],
            [lx + 5, 10],
          ],
          () => 1.8,
        ),
        at,
      ),
      { color: p.palette.deep, plain: true },
    )
  fill(p, place(shape('M-34 -22 C-52 -14 -72 2 -84 12 L-74 16 C-58 10 -38 2 -22 -6 Z'), at), {
    color: dark,
    form: formOf(p, dark, 3 * k),
  })
  fill(
    p,
    place(
      shape(
        'M-36 -18 C-36 -44 -20 -52 -8 -60 C-6 -76 8 -84 22 -82 C36 -80 42 -68 40 -56 C44 -26 26 2 0 3 C-18 4 -34 -4 -36 -18 Z',
      ),
      at,
    ),
    { color: coat, form: formOf(p, coat, 9 * k) },
  )
  fill(p, place(shape('M40 -58 C44 -26 26 2 0 3 C-8 3 -14 2 -20 -1 C6 -8 14 -30 16 -46 C18 -56 28 -62 40 -58 Z'), at), {
    color: breast,
    form: formOf(p, breast, 8 * k),
  })
  fill(p, place(shape('M-52 4 C-46 -20 -30 -46 -8 -46 C8 -44 12 -28 4 -16 C-8 -4 -28 -2 -52 4 Z'), at), {
    color: dark,
    form: formOf(p, dark, 5 * k),
  })
  for (let i = 0; i < 3; i++)
    fill(
      p,
      place(
        ribbon(
          [
            [-40 + i * 5, -2 - i * 4],
            [-22 + i * 6, -12 - i * 5],
            [-6 + i * 3, -20 - i * 6],
          ],
          (t) => 1.8 * (1 - t * 0.4),
        ),
        at,
      ),
      { color: mix(dark, p.palette.light, 0.45), plain: true },
    )
  fill(p, place(shape('M38 -70 L56 -63 L39 -58 Z'), at), { color: p.palette.accent2, plain: true })
  fill(p, place(ellipse(26, -68, 3.6), at), { color: p.palette.deep, plain: true })
  fill(p, place(ellipse(27.2, -69.4, 1.1), at), { color: p.palette.light, plain: true })
}

export function paintOwl(p: Painter, x: number, foot: number, size: number, coat: Rgb): void {
  const k = size / 120
  const at = { x, y: foot, scale: k }
  const pale = mix(p.palette.light, coat, 0.18)
  const dark = shade(coat, 0.2)
  fill(
    p,
    place(
      shape(
        'M-40 -30 C-46 -80 -44 -104 -40 -122 C-32 -116 -22 -112 0 -112 C22 -112 32 -116 40 -122 C44 -104 46 -80 40 -30 C36 -6 16 2 0 2 C-16 2 -36 -6 -40 -30 Z',
      ),
      at,
    ),
    { color: coat, form: formOf(p, coat, 12 * k) },
  )
  fill(p, place(shape('M-26 -64 C-30 -30 -20 -6 0 -4 C20 -6 30 -30 26 -64 Z'), at), {
    color: pale,
    form: formOf(p, pale, 7 * k),
  })
  for (let row = 0; row < 5; row++)
    for (let i = -3; i <= 3; i++) {
      const y = -52 + row * 10
      const cx = i * 8 + (row % 2 ? 4 : 0)
      if (Math.abs(cx) < 22 - Math.abs(row - 1.4) * 2.6)
        fill(p, place(shape(`M${cx - 2.6} ${y} Q${cx} ${y + 8} ${cx + 2.6} ${y} Z`), at), { color: dark, plain: true })
    }
  for (const flip of [false, true]) {
    fill(
      p,
      place(shape('M24 -70 C40 -66 46 -40 38 -14 C34 -6 28 -6 26 -12 C32 -32 30 -50 24 -70 Z'), { ...at, flip }),
      { color: dark, form: formOf(p, dark, 4 * k) },
    )
    fill(p, place(ellipse(17, -86, 18, 17), { ...at, flip }), { color: pale, form: formOf(p, pale, 5 * k) })
    fill(p, place(ellipse(16, -86, 11), { ...at, flip }), { color: p.palette.accent2, plain: true })
    fill(p, place(ellipse(15.5, -86, 6.6), { ...at, flip }), { color: p.palette.deep, plain: true })
    for (const dx of [6, 11, 16])
      fill(p, place(ellipse(dx, 2, 3, 4), { ...at, flip }), { color: p.palette.accent2, plain: true })
  }
  for (const dx of [18.5, -12.5]) fill(p, place(ellipse(dx, -89, 2.1), at), { color: p.palette.light, plain: true })
  fill(p, place(shape('M-5 -80 C-3 -84 3 -84 5 -80 C4 -72 2 -68 0 -66 C-2 -68 -4 -72 -5 -80 Z'), at), {
    color: mix(p.palette.accent2, p.palette.accent, 0.5),
  })
}

export function paintCrane(p: Painter, x: number, foot: number, size: number, coat: Rgb, flip: boolean): void {
  const k = size / 150
  const at = { x, y: foot, scale: k, flip }
  const ink = mix(p.palette.deep, coat, 0.08)
  fill(
    p,
    place(
      ribbon(
        [
          [-6, -56],
          [-4, -28],
          [-6, 0],
          [2, 2],
        ],
        () => 2.2,
      ),
      at,
    ),
    { color: ink, plain: true },
  )
  fill(
    p,
    place(
      ribbon(
        [
          [4, -56],
          [16, -40],
          [2, -30],
          [6, 0],
        ],
        () => 2.2,
        6,
      ),
      at,
    ),
    { color: ink, plain: true },
  )
  fill(p, place(shape('M-30 -62 C-44 -60 -58 -50 -66 -38 C-54 -40 -44 -44 -30 -46 C-20 -46 -12 -50 -8 -56 Z'), at), {
    color: ink,
  })
  fill(
    p,
    place(
      ribbon(
        [
          [20, -72],
          [34, -90],
          [22, -112],
          [30, -136],
          [40, -142],
        ],
        (t) => 13 - 8.5 * t,
        12,
      ),
      at,
    ),
    { color: coat, form: formOf(p, coat, 3 * k) },
  )
  fill(p, place(shape('M-44 -56 C-36 -76 -10 -88 14 -84 C30 -80 34 -70 26 -62 C12 -50 -16 -48 -44 -56 Z'), at), {
    color: coat,
    form: formOf(p, coat, 8 * k),
  })
  for (let i = 0; i < 4; i++)
    fill(
      p,
      place(
        ribbon(
          [
            [-34 + i * 4, -58 + i],
            [-14 + i * 5, -66 - i * 2],
            [4 + i * 4, -72 - i],
          ],
          (t) => 1.4 * (1 - t * 0.5),
        ),
        at,
      ),
      { color: shade(coat, 0.2), alpha: 0.7, plain: true },
    )
  fill(
    p,
    place(
      ribbon(
        [
          [24, -112],
          [30, -132],
          [38, -141],
        ],
        (t) => 4.4 - t,
        8,
      ),
      at,
    ),
    { color: ink, plain: true },
  )
  fill(p, place(shape('M36 -148 C42 -149 46 -146 47 -143 L68 -136 L46 -138 C40 -136 34 -140 36 -148 Z'), at), {
    color: ink,
  })
  fill(p, place(shape('M35 -147 C38 -152 44 -151 46 -147 C42 -146 38 -146 35 -147 Z'), at), {
    color: p.palette.accent,
    plain: true,
  })
}
