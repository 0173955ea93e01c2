import type { Rgb } from '#sketch/core/color.ts'
import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import type { Path } from '#sketch/core/path.ts'
import { ellipse, polygon, rect, ribbon } from '#sketch/core/path.ts'
import type { Rng } from '#sketch/core/random.ts'

export type HouseLook = {
  readonly wall: Rgb
  readonly roof: Rgb
  readonly shade: Rgb
  readonly glow: Rgb
  readonly lit: boolean
  readonly smoke?: Rgb
}

/** A gabled cottage seen at an angle: one wall in light, one in shade. */
export function paintHouse(p: Painter, rng: Rng, x: number, foot: number, size: number, look: HouseLook): void {
  const s = p.lightSide
  const gable = size * 0.42
  const long = size * rng.range(0.6, 0.85)
  const wall = size * 0.42
  const ridge = size * 0.82
  const at = (px: number, py: number): [number, number] => [x + s * px, foot - py]
  const side: Path = polygon([at(0, 0), at(-long, 0), at(-long, wall), at(0, wall)])
  const front: Path = polygon([at(0, 0), at(gable, 0), at(gable, wall), at(gable / 2, ridge), at(0, wall)])
  const roof: Path = polygon([
    at(gable / 2, ridge * 1.02),
    at(-long + gable / 2 - size * 0.04, ridge * 1.02),
    at(-long - size * 0.07, wall * 0.92),
    at(-size * 0.02, wall * 0.9),
  ])
  const eave: Path = polygon([
    at(gable / 2, ridge * 1.02),
    at(gable / 2 - size * 0.03, ridge * 1.02),
    at(gable + size * 0.04, wall * 0.88),
    at(gable + size * 0.07, wall * 0.94),
  ])
  if (look.smoke) {
    const cx = x - s * long * 0.45
    fill(
      p,
      ribbon(
        [
          [cx, foot - ridge * 1.2],
          [cx + size * 0.1, foot - ridge * 1.6],
          [cx - size * 0.02, foot - ridge * 2],
          [cx + size * 0.22, foot - ridge * 2.6],
        ],
        (t) => size * (0.03 + 0.16 * t),
        10,
      ),
      {
        color: look.smoke,
        alpha: 0.75,
        plain: true,
        fade: { x0: cx, y0: foot - ridge * 1.3, x1: cx, y1: foot - ridge * 2.5, grain: 0.5 },
      },
    )
  }
  fill(p, rect(x - s * long * 0.45 - size * 0.045, foot - ridge * 1.2, size * 0.09, size * 0.32), {
    color: mix(look.wall, look.shade, 0.45),
  })
  fill(p, side, {
    color: mix(look.wall, look.shade, 0.42),
    washes: [{ color: look.shade, x0: x, y0: foot - wall, x1: x, y1: foot, strength: 0.4 }],
  })
  fill(p, front, {
    color: look.wall,
    washes: [
      {
        color: mix(look.wall, look.shade, 0.4),
        x0: x,
        y0: foot - wall * 0.6,
        x1: x,
        y1: foot + wall * 0.5,
        grain: 0.6,
      },
    ],
  })
  fill(p, roof, {
    color: look.roof,
    washes: [
      {
        color: mix(look.roof, look.shade, 0.6),
        x0: x,
        y0: foot - ridge,
        x1: x - s * long * 0.5,
        y1: foot - wall * 0.6,
        grain: 0.7,
      },
    ],
  })
  fill(p, eave, { color: mix(look.roof, look.shade, 0.3) })
  const pane = look.lit ? look.glow : mix(look.shade, look.wall, 0.12)
  const w = size * 0.1
  const windows: [number, number][] = [
    [-long * 0.3, wall * 0.36],
    [-long * 0.72, wall * 0.36],
    [gable * 0.36, wall * 1.02],
  ]
  for (const [px, py] of windows)
    fill(p, polygon([at(px, py), at(px + w, py), at(px + w, py + w * 1.35), at(px, py + w * 1.35)]), {
      color: pane,
      plain: true,
    })
  fill(
    p,
    polygon([at(gable * 0.33, 0), at(gable * 0.66, 0), at(gable * 0.66, wall * 0.66), at(gable * 0.33, wall * 0.66)]),
    { color: mix(look.roof, look.shade, 0.55) },
  )
  if (look.lit) {
    for (const [px, py] of windows) {
      const [gx, gy] = at(px + w / 2, py + w * 0.6)
      fill(p, ellipse(gx, gy, size * 0.36), {
        color: look.glow,
        alpha: 0.34,
        plain: true,
        blend: 'screen',
        fade: { x0: gx, y0: gy, x1: gx + size * 0.36, y1: gy, radial: true, grain: 0.3 },
      })
    }
  }
}

export function houseLook(p: Painter, night: boolean): HouseLook {
  const { palette } = p
  return {
    wall: mix(palette.light, night ? palette.near : palette.paper, night ? 0.55 : 0.3),
    roof: mix(palette.accent, palette.deep, night ? 0.45 : 0.08),
    shade: mix(palette.deep, palette.near, 0.35),
    glow: mix(palette.accent2, palette.light, 0.35),
    lit: night,
    smoke: mix(palette.skyLow, palette.light, 0.5),
  }
}
