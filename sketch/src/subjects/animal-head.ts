/** Heads of animals that look at you: one set of features, different skulls, ears and masks. */
import type { Rgb } from '#sketch/core/color.ts'
import { hex, mix, shade } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import type { Placement, Point } from '#sketch/core/path.ts'
import { ellipse, place, ribbon } from '#sketch/core/path.ts'
import { shape } from '#sketch/core/svg-path.ts'

export type Species = 'cat' | 'fox' | 'dog' | 'rabbit' | 'bear'

export type AnimalPlan = {
  readonly body: string
  readonly head: string
  readonly mask?: string
  readonly ears: readonly string[]
  readonly bib?: string
  readonly eyeY: number
  readonly eyeX: number
  readonly noseY: number
}

export const animals: Record<Species, AnimalPlan> = {
  cat: {
    body: 'M-30 0 C-44 -4 -40 -40 -26 -58 C-20 -66 -16 -70 -14 -76 L14 -76 C16 -70 20 -66 26 -58 C40 -40 44 -4 30 0 Z',
    head: 'M-27 -88 C-31 -102 -30 -120 -25 -127 C-18 -124 -11 -117 -8 -113 C-3 -114 3 -114 8 -113 C11 -117 18 -124 25 -127 C30 -120 31 -102 27 -88 C23 -71 9 -65 0 -65 C-9 -65 -23 -71 -27 -88 Z',
    ears: ['M-24 -119 C-19 -116 -15 -112 -13 -109 C-17 -106 -21 -103 -25 -101 C-26 -108 -26 -114 -24 -119 Z'],
    bib: 'M-11 -68 C-16 -50 -12 -36 0 -30 C12 -36 16 -50 11 -68 Z',
    eyeY: -91,
    eyeX: 11,
    noseY: -79,
  },
  fox: {
    body: 'M-28 0 C-40 -6 -36 -40 -24 -58 C-18 -66 -15 -70 -14 -76 L14 -76 C15 -70 18 -66 24 -58 C36 -40 40 -6 28 0 Z',
    head: 'M0 -60 C-8 -61 -38 -78 -40 -88 C-36 -96 -35 -122 -33 -133 C-24 -127 -14 -116 -10 -111 C-4 -113 4 -113 10 -111 C14 -116 24 -127 33 -133 C35 -122 36 -96 40 -88 C38 -78 8 -61 0 -60 Z',
    mask: 'M0 -60 C-8 -61 -38 -78 -40 -88 C-28 -90 -12 -86 -6 -74 C-3 -70 3 -70 6 -74 C12 -86 28 -90 40 -88 C38 -78 8 -61 0 -60 Z',
    ears: ['M-31 -125 C-24 -120 -19 -114 -16 -110 C-22 -106 -27 -102 -31 -98 C-32 -108 -32 -117 -31 -125 Z'],
    bib: 'M-13 -70 C-22 -48 -14 -28 0 -22 C14 -28 22 -48 13 -70 Z',
    eyeY: -91,
    eyeX: 14,
    noseY: -66,
  },
  dog: {
    body: 'M-30 0 C-42 -4 -36 -40 -26 -58 C-20 -66 -17 -70 -15 -76 L15 -76 C17 -70 20 -66 26 -58 C36 -40 42 -4 30 0 Z',
    head: 'M-26 -96 C-28 -114 -14 -123 0 -123 C14 -123 28 -114 26 -96 C25 -84 19 -80 16 -74 C12 -63 -12 -63 -16 -74 C-19 -80 -25 -84 -26 -96 Z',
    mask: 'M-7 -122 C-5 -104 -8 -94 -15 -80 C-16 -66 -8 -65 0 -65 C8 -65 16 -66 15 -80 C8 -94 5 -104 7 -122 Z',
    ears: ['M-20 -118 C-34 -120 -42 -102 -40 -82 C-38 -72 -28 -72 -25 -84 C-22 -96 -22 -106 -20 -118 Z'],
    bib: 'M-12 -68 C-18 -50 -12 -32 0 -28 C12 -32 18 -50 12 -68 Z',
    eyeY: -95,
    eyeX: 12,
    noseY: -79,
  },
  rabbit: {
    body: 'M-30 0 C-46 -6 -42 -38 -26 -54 C-20 -60 -16 -64 -14 -68 L14 -68 C16 -64 20 -60 26 -54 C42 -38 46 -6 30 0 Z',
    head: 'M-24 -84 C-25 -98 -16 -106 -10 -108 C-18 -126 -20 -152 -11 -156 C-3 -156 -1 -128 -2 -109 L2 -109 C1 -128 5 -156 13 -156 C21 -150 18 -126 10 -108 C16 -106 25 -98 24 -84 C23 -70 10 -62 0 -62 C-10 -62 -23 -70 -24 -84 Z',
    ears: ['M-9 -114 C-14 -128 -14 -146 -10 -149 C-6 -146 -5 -128 -6 -113 Z'],
    bib: 'M-12 -62 C-18 -44 -12 -26 0 -22 C12 -26 18 -44 12 -62 Z',
    eyeY: -88,
    eyeX: 13,
    noseY: -76,
  },
  bear: {
    body: 'M-38 0 C-56 -6 -52 -46 -36 -64 C-28 -72 -20 -74 -16 -78 L16 -78 C20 -74 28 -72 36 -64 C52 -46 56 -6 38 0 Z',
    head: 'M-28 -92 C-29 -100 -27 -106 -23 -110 C-31 -116 -28 -126 -20 -126 C-14 -126 -12 -121 -11 -118 C-4 -120 4 -120 11 -118 C12 -121 14 -126 20 -126 C28 -126 31 -116 23 -110 C27 -106 29 -100 28 -92 C26 -74 12 -68 0 -68 C-12 -68 -26 -74 -28 -92 Z',
    mask: 'M-14 -82 C-14 -92 14 -92 14 -82 C14 -72 6 -69 0 -69 C-6 -69 -14 -72 -14 -82 Z',
    ears: ['M-24 -118 C-24 -122 -18 -123 -16 -119 C-17 -115 -21 -114 -22 -113 Z'],
    eyeY: -97,
    eyeX: 11,
    noseY: -86,
  },
}

/** Centre of a head in its own drawing, measured from the foot of the seated animal. */
export const headCentre = 92

/** The darker and the paler fur that go with a coat. */
export const furOf = (p: Painter, coat: Rgb): { dark: Rgb; pale: Rgb } => ({
  dark: mix(shade(coat, 0.26), p.palette.deep, 0.12),
  pale: mix(p.palette.light, coat, 0.1),
})

/** Draws the head where the seated animal of placement `at` would carry it. */
export function paintHead(
  p: Painter,
  species: Species,
  at: Placement,
  coat: Rgb,
  eyes: 'open' | 'closed' = 'open',
): void {
  const plan = animals[species]
  const { scale } = at
  const tones = furOf(p, coat)
  const { dark, pale } = tones
  const s = p.lightSide
  const form = (r: number) => ({
    shadow: shade(coat, 0.17),
    light: mix(coat, p.palette.light, 0.4),
    dx: s,
    dy: -0.5,
    radius: r * scale,
    grain: 0.85,
  })
  const put = (d: string, flip = false) => place(shape(d), { ...at, flip })
  fill(p, put(plan.head), { color: coat, form: form(8) })
  for (const ear of plan.ears)
    for (const flip of [false, true])
      fill(p, put(ear, flip), {
        color: species === 'dog' ? dark : mix(p.palette.accent, pale, species === 'fox' ? 0 : 0.5),
        alpha: species === 'fox' ? 1 : 0.85,
        form: species === 'dog' ? { shadow: p.palette.deep, dx: s, dy: -0.5, radius: 4 * scale } : undefined,
      })
  if (plan.mask)
    fill(p, put(plan.mask), {
      color: pale,
      form: { shadow: mix(pale, coat, 0.6), dx: s, dy: -0.4, radius: 4 * scale, grain: 0.9 },
    })
  if (species === 'cat')
    for (const dx of [-6, 0, 6])
      fill(
        p,
        place(
          ribbon(
            [
              [dx, -113],
              [dx * 0.9, -106],
              [dx * 0.7, -101],
            ],
            (t) => 2.6 * (1 - t),
          ),
          at,
        ),
        { color: dark, plain: true },
      )
  face(p, species, at, tones, eyes)
}

function face(
  p: Painter,
  species: Species,
  at: Placement,
  tones: { dark: Rgb; pale: Rgb },
  eyes: 'open' | 'closed',
): void {
  const plan = animals[species]
  const { dark, pale } = tones
  const ink = mix(p.palette.deep, [0.05, 0.05, 0.08], 0.5)
  for (const k of [-1, 1]) {
    if (eyes === 'closed') {
      const lid: Point[] = [-6, 0, 6].map((dx): Point => [k * plan.eyeX + dx, plan.eyeY + (dx === 0 ? 3 : 0)])
      fill(
        p,
        place(
          ribbon(lid, (t) => 0.8 + 1.4 * Math.sin(Math.PI * t)),
          at,
        ),
        { color: ink, plain: true },
      )
    } else if (species === 'cat') {
      const almond = `M${k * plan.eyeX - 7} ${plan.eyeY} C${k * plan.eyeX - 4} ${plan.eyeY - 6} ${k * plan.eyeX + 4} ${plan.eyeY - 6} ${k * plan.eyeX + 7} ${plan.eyeY} C${k * plan.eyeX + 4} ${plan.eyeY + 4.5} ${k * plan.eyeX - 4} ${plan.eyeY + 4.5} ${k * plan.eyeX - 7} ${plan.eyeY} Z`
      fill(p, place(shape(almond), at), { color: mix(hex('#e2b33c'), p.palette.leaf, 0.15), plain: true })
      fill(p, place(ellipse(k * plan.eyeX, plan.eyeY - 0.5, 1.9, 4), at), { color: ink, plain: true })
    } else fill(p, place(ellipse(k * plan.eyeX, plan.eyeY, 3.4, 3.9), at), { color: ink, plain: true })
    if (eyes === 'open')
      fill(p, place(ellipse(k * plan.eyeX + p.lightSide * 1.1, plan.eyeY - 1.5, 1), at), {
        color: p.palette.light,
        plain: true,
      })
    if (species === 'cat' || species === 'rabbit')
      for (const a of [-2, 1.5])
        fill(
          p,
          place(
            ribbon(
              [
                [k * 8, plan.noseY + 2 + a * 0.4],
                [k * 20, plan.noseY + a],
                [k * 33, plan.noseY + 1 + a * 2.4],
              ],
              (t) => 0.8 * (1 - t * 0.7),
            ),
            at,
          ),
          { color: pale, alpha: 0.9, plain: true },
        )
  }
  const y = plan.noseY
  fill(
    p,
    place(
      shape(
        `M-4.4 ${y - 3} C-2 ${y - 4.4} 2 ${y - 4.4} 4.4 ${y - 3} C3.4 ${y + 0.6} 1.2 ${y + 2} 0 ${y + 2.4} C-1.2 ${y + 2} -3.4 ${y + 0.6} -4.4 ${y - 3} Z`,
      ),
      at,
    ),
    { color: species === 'cat' || species === 'rabbit' ? mix(p.palette.accent, dark, 0.2) : ink, plain: true },
  )
  if (species === 'fox') return
  for (const k of [-1, 1])
    fill(
      p,
      place(
        ribbon(
          [
            [0, y + 2],
            [k * 1.5, y + 6],
            [k * 7, y + 5.4],
          ],
          () => 1.1,
        ),
        at,
      ),
      { color: dark, plain: true },
    )
}
