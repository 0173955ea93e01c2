import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import type { Point } from '#sketch/core/path.ts'
import { smooth } from '#sketch/core/path.ts'
import type { Rng } from '#sketch/core/random.ts'

/** A low island: rock or sand, green on top. What stands on it stands at `islandTop`. */
export function paintIsland(p: Painter, rng: Rng, x: number, waterline: number, width: number, sandy: boolean): void {
  const { palette } = p
  const body = sandy ? mix(palette.skyLow, palette.accent2, 0.3) : mix(palette.near, palette.ground, 0.4)
  const hump = (share: number, high: number): number[] => {
    const points: Point[] = [-0.5, -0.36, -0.16, 0.05, 0.24, 0.4, 0.5].map((t) => [
      x + t * width * share,
      waterline - width * high * Math.cos(t * Math.PI) ** 0.7 * rng.range(0.85, 1.12),
    ])
    return [
      ...smooth(points, false, 8),
      x + (width * share) / 2,
      waterline + width * 0.03,
      x - (width * share) / 2,
      waterline + width * 0.03,
    ]
  }
  fill(p, [hump(1, 0.15)], {
    color: body,
    washes: [
      {
        color: mix(body, palette.deep, 0.45),
        x0: x + p.lightSide * width * 0.2,
        y0: 0,
        x1: x - p.lightSide * width * 0.6,
        y1: 0,
        grain: 0.8,
      },
    ],
  })
  const green = mix(palette.leaf, palette.deep, 0.15)
  fill(p, [hump(0.76, 0.185)], {
    color: green,
    form: {
      shadow: mix(green, palette.deep, 0.5),
      light: mix(green, palette.sun, 0.4),
      dx: p.lightSide,
      dy: -1,
      radius: Math.max(2, width * 0.03),
      grain: 0.9,
    },
  })
}

/** Height of the island's back above the water, as a share of its width. */
export const islandTop = 0.165
