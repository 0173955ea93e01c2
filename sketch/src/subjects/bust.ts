/** A head and shoulders in the mid-century manner: flat planes, closed eyes, one side of the face in shade. */
import type { Rgb } from '#sketch/core/color.ts'
import { hex, mix, shade } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import type { Path } from '#sketch/core/path.ts'
import { ellipse, place, ribbon } from '#sketch/core/path.ts'
import type { Rng } from '#sketch/core/random.ts'
import { shape } from '#sketch/core/svg-path.ts'
import { paintBloom, paintLeaf } from './sprig.ts'

const skins = ['f2c9a8', 'e0a878', 'c68a5c', '9a5f3e', '6e4029', 'f4d3ba'].map((c) => hex(`#${c}`))

export type Sitter = {
  /** 0..3: which of the palette's colors the coat takes. */
  readonly variant: number
  readonly manner: 'long' | 'short'
  readonly hat: boolean
  readonly flowers: boolean
}

export function paintBust(p: Painter, rng: Rng, x: number, foot: number, size: number, sitter: Sitter): void {
  const { variant, manner } = sitter
  const { palette } = p
  const k = size / 200
  const s = p.lightSide
  const at = { x, y: foot - 62 * k, scale: k, flip: s < 0 }
  const skin = rng.pick(skins)
  const dark = shade(skin, 0.13)
  const hair = rng.pick([
    palette.deep,
    mix(palette.deep, palette.accent, 0.45),
    mix(palette.deep, palette.near, 0.5),
    mix(palette.accent2, palette.accent, 0.4),
  ])
  const coat = [palette.accent, palette.near, palette.accent2, palette.leaf][variant % 4]
  const style = rng.int(0, 3)
  const form = (c: Rgb, r: number) => ({
    shadow: shade(c, 0.15),
    light: mix(c, palette.light, 0.35),
    dx: s,
    dy: -0.5,
    radius: r * k,
    grain: 0.85,
  })
  const put = (d: string) => place(shape(d), at)
  const backs = [
    'M-46 -96 C-58 -40 -54 10 -70 42 C-40 60 -10 52 0 46 C14 54 44 58 68 40 C52 8 58 -42 46 -96 C40 -140 -40 -140 -46 -96 Z',
    'M-44 -92 C-52 -60 -48 -20 -34 -4 L34 -4 C48 -20 52 -60 44 -92 C40 -136 -40 -136 -44 -92 Z',
    'M-40 -96 C-50 -70 -42 -40 -36 -30 L36 -30 C42 -40 50 -70 40 -96 C44 -110 30 -124 20 -128 C28 -146 20 -164 0 -164 C-20 -164 -28 -146 -20 -128 C-30 -124 -44 -110 -40 -96 Z',
    'M-62 -84 C-72 -44 -60 -10 -38 -8 L38 -8 C60 -10 72 -44 62 -84 C66 -128 38 -154 0 -154 C-38 -154 -66 -128 -62 -84 Z',
  ]
  const cropped = 'M-42 -92 C-45 -76 -44 -64 -41 -56 L41 -56 C44 -64 45 -76 42 -92 C38 -132 -38 -132 -42 -92 Z'
  fill(p, put(manner === 'short' ? cropped : backs[style]), { color: hair, form: form(hair, 10) })
  fill(p, put('M-17 -26 C-17 6 -20 14 -38 21 C-24 52 24 52 38 21 C20 14 17 6 17 -26 Z'), { color: dark })
  fill(p, put('M-108 70 C-104 38 -76 26 -34 20 C-20 38 20 38 34 20 C76 26 104 38 108 70 L116 190 L-116 190 Z'), {
    color: coat,
    form: form(coat, 16),
  })
  fill(p, put('M-36 19 C-22 42 22 42 36 19 C40 20 44 21 47 22 C30 56 -30 56 -47 22 C-44 21 -40 20 -36 19 Z'), {
    color: mix(coat, palette.light, 0.5),
  })
  fill(p, put('M-37 -78 C-40 -38 -24 -8 0 0 C24 -8 40 -38 37 -78 C34 -116 -34 -116 -37 -78 Z'), {
    color: skin,
    form: form(skin, 7),
  })
  fill(
    p,
    put(
      'M-2 -96 C-3 -76 -2 -66 -9 -50 C-12 -44 -8 -41 -2 -41 C-3 -34 -1 -30 -2 -24 C-2 -18 -1 -8 0 0 C-24 -8 -40 -38 -37 -78 C-35 -100 -20 -107 -2 -108 Z',
    ),
    { color: dark, alpha: 0.5 },
  )
  for (const side of [-1, 1]) {
    const cx = side * 18
    fill(
      p,
      place(
        ribbon(
          [
            [cx - 10, -64],
            [cx, -60],
            [cx + 10, -64],
          ],
          (t) => 3 * Math.sin(Math.PI * t) ** 0.6 + 0.6,
        ),
        at,
      ),
      { color: palette.deep, plain: true },
    )
    for (const t of [-0.9, -0.3, 0.35, 0.95])
      fill(
        p,
        place(
          ribbon(
            [
              [cx + t * 9, -61.6 - Math.abs(t) * 2],
              [cx + t * 11.5, -57.5 - Math.abs(t) * 2],
            ],
            () => 0.9,
          ),
          at,
        ),
        { color: palette.deep, plain: true },
      )
    fill(
      p,
      place(
        ribbon(
          [
            [cx - 12, -76 + (side < 0 ? 3 : 0)],
            [cx, -80],
            [cx + 12, -76 + (side > 0 ? 3 : 0)],
          ],
          (t) => 3.2 * Math.sin(Math.PI * t) ** 0.5 + 0.5,
        ),
        at,
      ),
      { color: mix(hair, palette.deep, 0.3), plain: true },
    )
    const bx = x + side * 23 * k
    const by = at.y - 40 * k
    if (manner === 'long')
      fill(p, ellipse(bx, by, 12 * k), {
        color: palette.accent,
        alpha: 0.5,
        plain: true,
        fade: { x0: bx, y0: by, x1: bx + 12 * k, y1: by, radial: true, grain: 0.9 },
      })
  }
  if (manner === 'short') beard(p, rng, put, hair)
  const lip = mix(palette.accent, shade(skin, 0.2), manner === 'short' ? 0.75 : 0.35)
  fill(p, put('M-11 -25 C-7 -29 -3 -30 0 -28 C3 -30 7 -29 11 -25 C6 -24 -6 -24 -11 -25 Z'), {
    color: shade(lip, 0.08),
    plain: true,
  })
  fill(p, put('M-11 -25 C-6 -24 6 -24 11 -25 C7 -18 -7 -18 -11 -25 Z'), { color: lip, plain: true })
  const fringe = [
    'M-39 -74 C-48 -116 -20 -128 0 -126 C24 -128 48 -116 39 -74 C36 -92 20 -104 -4 -105 C-20 -104 -34 -94 -39 -74 Z',
    'M-41 -70 C-48 -120 -18 -130 0 -129 C20 -130 48 -120 41 -70 C38 -80 36 -84 30 -88 L-30 -88 C-36 -84 -38 -80 -41 -70 Z',
    'M-39 -72 C-46 -118 -16 -126 4 -122 C30 -124 46 -108 39 -72 C36 -90 22 -98 10 -108 C-4 -96 -32 -94 -39 -72 Z',
    'M-40 -74 C-54 -118 -22 -136 0 -134 C24 -136 54 -118 40 -74 C38 -86 30 -98 18 -102 C8 -98 -10 -98 -20 -102 C-30 -98 -38 -86 -40 -74 Z',
  ]
  const parted =
    'M-40 -72 C-50 -122 -16 -132 6 -128 C32 -128 48 -108 40 -72 C38 -86 34 -94 26 -98 C8 -96 -18 -98 -30 -94 C-36 -90 -38 -82 -40 -72 Z'
  fill(p, put(manner === 'short' ? parted : fringe[style]), { color: hair, form: form(hair, 6) })
  if (sitter.hat) hat(p, put, mix(coat, palette.deep, 0.55), coat)
  for (const side of manner === 'long' ? [-1, 1] : [])
    fill(p, place(ellipse(side * 39, -38, 5.5), at), { color: palette.accent2, form: form(palette.accent2, 2) })
  if (sitter.flowers && !sitter.hat) {
    const side = s < 0 ? -1 : 1
    for (const [dx, dy, r, a] of [
      [32, -104, 40, 0.4],
      [44, -84, 28, 0.9],
      [14, -122, 30, 0],
    ]) {
      paintLeaf(p, 'lance', x + side * dx * k, at.y + dy * k, 36 * k, side * (a + 0.9), palette.leaf)
      paintBloom(
        p,
        rng.fork(`${dx}`),
        dx === 32 ? 'poppy' : 'daisy',
        x + side * dx * k,
        at.y + dy * k,
        r * k * 1.25,
        a,
        dx === 32 ? palette.accent2 : mix(palette.accent, palette.light, 0.5),
      )
    }
  }
}

type Put = (d: string) => Path

function beard(p: Painter, rng: Rng, put: Put, hair: Rgb): void {
  const kind = rng.int(0, 2)
  const form = {
    shadow: shade(hair, 0.12),
    light: mix(hair, p.palette.light, 0.25),
    dx: p.lightSide,
    dy: -0.3,
    radius: 4,
    grain: 0.9,
  }
  const full =
    'M-38 -66 C-39 -30 -26 8 0 12 C26 8 39 -30 38 -66 C34 -46 26 -40 14 -38 C6 -36 -6 -36 -14 -38 C-26 -40 -34 -46 -38 -66 Z'
  if (kind === 0) fill(p, put(full), { color: hair, form })
  if (kind < 2)
    fill(p, put('M-18 -29 C-12 -38 -4 -38 0 -34 C4 -38 12 -38 18 -29 C10 -30 5 -30 0 -29 C-5 -30 -10 -30 -18 -29 Z'), {
      color: hair,
      plain: true,
    })
}

function hat(p: Painter, put: Put, felt: Rgb, band: Rgb): void {
  const form = {
    shadow: shade(felt, 0.15),
    light: mix(felt, p.palette.light, 0.35),
    dx: p.lightSide,
    dy: -0.6,
    radius: 8,
    grain: 0.9,
  }
  fill(p, put('M-42 -104 C-44 -150 -30 -164 -4 -160 C8 -164 34 -164 42 -104 Z'), { color: felt, form })
  fill(p, put('M-43 -116 C-20 -108 20 -108 43 -116 L44 -103 C20 -97 -20 -97 -44 -103 Z'), {
    color: mix(band, p.palette.light, 0.35),
    plain: true,
  })
  fill(p, put('M-78 -102 C-50 -114 50 -114 78 -102 C60 -90 -60 -90 -78 -102 Z'), { color: felt, form })
}
