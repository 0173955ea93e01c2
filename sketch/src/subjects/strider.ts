/** Animals walking past, seen from the side. One trot for all; skull, ears and tail make the species. */
import type { Rgb } from '#sketch/core/color.ts'
import { mix, shade } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import type { Point } from '#sketch/core/path.ts'
import { ellipse, place, ribbon } from '#sketch/core/path.ts'
import { shape } from '#sketch/core/svg-path.ts'
import { furOf } from './animal-head.ts'

export type Strider = 'fox' | 'cat' | 'dog' | 'bear'

type Profile = {
  readonly head: string
  readonly cheek?: string
  readonly ears: readonly string[]
  readonly nose: Point
  readonly eye: Point
  /** Thickness of legs and depth of body against the fox's. */
  readonly bulk: number
}

const profiles: Record<Strider, Profile> = {
  fox: {
    head: 'M32 -70 C32 -88 44 -98 57 -95 C64 -93 67 -87 74 -83 C80 -80 89 -79 91 -75 C91 -71 84 -69 77 -68 C68 -65 60 -57 50 -57 C40 -57 33 -62 32 -70 Z',
    cheek:
      'M91 -75 C91 -71 84 -69 77 -68 C68 -65 60 -57 50 -57 C46 -57 42 -59 40 -62 C48 -64 54 -70 62 -73 C72 -76 84 -77 91 -75 Z',
    ears: [
      'M54 -94 C54 -103 58 -110 62 -113 C66 -106 66 -99 64 -91 Z',
      'M41 -92 C38 -103 40 -111 44 -116 C52 -110 56 -102 57 -94 Z',
    ],
    nose: [90, -76],
    eye: [65, -83],
    bulk: 1,
  },
  cat: {
    head: 'M34 -70 C32 -88 44 -97 57 -96 C68 -95 75 -88 76 -80 C80 -78 80 -72 76 -69 C70 -62 60 -58 50 -59 C40 -60 35 -64 34 -70 Z',
    cheek: 'M77 -78 C80 -76 80 -71 76 -69 C72 -66 66 -64 62 -66 C60 -72 66 -78 77 -78 Z',
    ears: [
      'M57 -94 C59 -104 63 -110 67 -112 C70 -105 70 -98 68 -91 Z',
      'M42 -92 C41 -104 44 -112 47 -115 C54 -110 58 -103 59 -95 Z',
    ],
    nose: [78, -76],
    eye: [65, -83],
    bulk: 0.9,
  },
  dog: {
    head: 'M34 -72 C32 -90 44 -99 56 -98 C65 -97 69 -91 71 -86 C80 -86 89 -84 89 -76 C89 -68 78 -66 70 -66 C62 -60 52 -57 44 -60 C37 -62 35 -66 34 -72 Z',
    cheek: 'M89 -77 C89 -68 78 -66 70 -66 C66 -68 66 -74 72 -78 C78 -81 86 -81 89 -77 Z',
    ears: ['M48 -96 C36 -96 31 -80 34 -64 C42 -58 52 -68 54 -86 Z'],
    nose: [88, -80],
    eye: [64, -86],
    bulk: 1.1,
  },
  bear: {
    head: 'M30 -70 C28 -92 44 -102 58 -99 C67 -97 71 -90 73 -85 C82 -84 90 -80 89 -73 C88 -66 78 -64 70 -63 C60 -56 46 -54 38 -58 C32 -62 31 -66 30 -70 Z',
    cheek: 'M89 -75 C90 -67 80 -64 71 -64 C67 -68 68 -76 74 -79 C80 -81 87 -79 89 -75 Z',
    ears: ['M40 -94 C34 -102 38 -110 46 -109 C53 -108 55 -101 52 -96 Z'],
    nose: [88, -78],
    eye: [66, -86],
    bulk: 1.55,
  },
}

/** `size` is the length from rump to nose in pixels; faces right unless flipped. */
export function paintStrider(
  p: Painter,
  species: Strider,
  x: number,
  foot: number,
  size: number,
  coat: Rgb,
  flip: boolean,
): void {
  const profile = profiles[species]
  const k = size / 140
  const at = { x: x - (flip ? -10 : 10) * k, y: foot, scale: k, flip }
  const { dark, pale } = furOf(p, coat)
  const sock = species === 'fox' ? dark : species === 'bear' ? shade(coat, 0.1) : coat
  const far = shade(coat, 0.13)
  const form = (c: Rgb, r: number) => ({
    shadow: shade(c, 0.17),
    light: mix(c, p.palette.light, 0.42),
    dx: p.lightSide * 0.4,
    dy: -1,
    radius: r * k,
    grain: 0.9,
  })
  const leg = (pts: readonly Point[], color: Rgb, socks: Rgb): void => {
    const wide = 12 * profile.bulk
    fill(
      p,
      place(
        ribbon(pts, (t) => wide * (1 - 0.5 * t), 10),
        at,
      ),
      { color, plain: true },
    )
    const [knee, heel] = pts.slice(-2)
    const toe: Point = [heel[0] + 5 * profile.bulk, heel[1]]
    fill(
      p,
      place(
        ribbon([knee, heel, toe], (t) => wide * (0.58 - 0.12 * t), 8),
        at,
      ),
      { color: socks, plain: true },
    )
  }
  shadowUnder(p, at.x, foot, size)
  const trunk = { ...at, y: foot - 8 * k }
  // The head is drawn large and set on the neck a little smaller.
  const s = flip ? -1 : 1
  const skull = { ...at, x: at.x + s * 13 * k, y: trunk.y - 17 * k, scale: k * 0.8 }
  tail(p, species, trunk, coat, pale)
  leg(
    [
      [-26, -54],
      [-17, -34],
      [-24, -18],
      [-20, -3],
    ],
    far,
    shade(sock, 0.08),
  )
  leg(
    [
      [32, -54],
      [40, -32],
      [37, -16],
      [40, -3],
    ],
    far,
    shade(sock, 0.08),
  )
  fill(p, place(shape(bodies[species === 'bear' ? 'bear' : 'slim']), trunk), { color: coat, form: form(coat, 9) })
  if (species !== 'bear') {
    fill(p, place(shape('M53 -70 C54 -56 46 -43 36 -37 C30 -36 27 -40 30 -46 C34 -56 42 -64 53 -70 Z'), trunk), {
      color: pale,
      form: { ...form(pale, 4), shadow: mix(pale, coat, 0.6) },
    })
  }
  fill(
    p,
    place(shape('M-46 -54 C-50 -38 -42 -25 -31 -24 C-20 -28 -17 -44 -24 -54 C-30 -62 -42 -62 -46 -54 Z'), trunk),
    { color: coat, form: form(coat, 6) },
  )
  leg(
    [
      [-34, -44],
      [-30, -29],
      [-40, -16],
      [-38, 0],
    ],
    coat,
    sock,
  )
  leg(
    [
      [34, -56],
      [30, -32],
      [26, -16],
      [25, 0],
    ],
    coat,
    sock,
  )
  const near = profile.ears.length - 1
  for (const ear of profile.ears.slice(0, near)) fill(p, place(shape(ear), skull), { color: far })
  fill(p, place(shape(profile.head), skull), { color: coat, form: form(coat, 6) })
  if (profile.cheek)
    fill(p, place(shape(profile.cheek), skull), {
      color: pale,
      form: { ...form(pale, 3), shadow: mix(pale, coat, 0.55) },
    })
  fill(p, place(shape(profile.ears[near]), skull), { color: species === 'dog' ? dark : coat, form: form(coat, 3) })
  if (species === 'fox')
    fill(p, place(shape('M45 -95 C43 -103 44 -108 46 -111 C50 -107 52 -102 52 -96 Z'), skull), {
      color: dark,
      plain: true,
    })
  const ink = mix(p.palette.deep, [0.05, 0.05, 0.08], 0.5)
  fill(p, place(ellipse(profile.nose[0], profile.nose[1], 3.4, 2.9), skull), { color: ink, plain: true })
  fill(p, place(ellipse(profile.eye[0], profile.eye[1], 2.7, 3), skull), { color: ink, plain: true })
  fill(p, place(ellipse(profile.eye[0] + 0.7, profile.eye[1] - 1, 0.9), skull), {
    color: p.palette.light,
    plain: true,
  })
}

/** Rump to neck; the neck rises to where the head is set. */
const bodies = {
  slim: 'M-46 -52 C-45 -65 -28 -67 -6 -64 C8 -62 20 -68 32 -82 C40 -92 58 -88 57 -74 C56 -60 46 -44 36 -38 C26 -33 14 -35 4 -36 C-10 -38 -20 -34 -31 -33 C-42 -35 -48 -42 -46 -52 Z',
  bear: 'M-54 -50 C-56 -80 -30 -90 -4 -86 C14 -84 24 -88 36 -90 C52 -90 58 -72 52 -54 C46 -36 28 -26 6 -27 C-12 -26 -26 -24 -38 -28 C-50 -32 -53 -40 -54 -50 Z',
} as const

function shadowUnder(p: Painter, x: number, foot: number, size: number): void {
  fill(p, ellipse(x, foot, size * 0.46, size * 0.045), {
    color: mix(p.palette.deep, p.palette.near, 0.4),
    alpha: 0.4,
    plain: true,
    blend: 'multiply',
  })
}

function tail(
  p: Painter,
  species: Strider,
  at: { x: number; y: number; scale: number; flip: boolean },
  coat: Rgb,
  pale: Rgb,
): void {
  const form = {
    shadow: shade(coat, 0.18),
    light: mix(coat, p.palette.light, 0.4),
    dx: p.lightSide * 0.4,
    dy: -1,
    radius: 7 * at.scale,
    grain: 0.9,
  }
  if (species === 'fox') {
    fill(
      p,
      place(
        shape(
          'M-38 -56 C-56 -66 -82 -60 -102 -40 C-112 -30 -116 -20 -112 -15 C-98 -12 -76 -20 -60 -34 C-50 -42 -44 -46 -38 -46 Z',
        ),
        at,
      ),
      { color: coat, form },
    )
    fill(
      p,
      place(shape('M-88 -51 C-104 -40 -116 -22 -112 -15 C-102 -13 -88 -17 -77 -22 C-84 -28 -90 -36 -88 -51 Z'), at),
      { color: pale, form: { ...form, shadow: mix(pale, coat, 0.5), light: p.palette.light } },
    )
  } else if (species === 'cat') {
    fill(
      p,
      place(
        ribbon(
          [
            [-40, -54],
            [-62, -58],
            [-72, -80],
            [-64, -104],
          ],
          (t) => 10 - 3 * t,
          12,
        ),
        at,
      ),
      { color: coat, form: { ...form, radius: 3 * at.scale } },
    )
  } else if (species === 'dog') {
    fill(
      p,
      place(
        ribbon(
          [
            [-40, -56],
            [-58, -66],
            [-66, -88],
          ],
          (t) => 11 - 6 * t,
          12,
        ),
        at,
      ),
      { color: coat, form: { ...form, radius: 3 * at.scale } },
    )
  } else fill(p, place(ellipse(-52, -56, 7, 8), at), { color: coat, plain: true })
}
