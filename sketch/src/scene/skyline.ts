/** A row of tall buildings against the sky. */
import type { Rgb } from '#sketch/core/color.ts'
import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import type { Path } from '#sketch/core/path.ts'
import { polygon, rect } from '#sketch/core/path.ts'

export function paintSkyline(
  p: Painter,
  row: number,
  base: number,
  height: number,
  color: Rgb,
  t: number,
  lit: boolean,
): void {
  const rng = p.rng.fork(`sky${row}`)
  const { u, w, palette } = p
  let x = -u * rng.range(0, 0.06)
  while (x < w) {
    const bw = u * rng.range(0.045, 0.12) * (0.8 + t * 0.5)
    const centre = 1 - Math.abs((x + bw / 2) / w - 0.5) * 0.8
    const bh = height * rng.range(0.35, 1) * centre
    const top = base - bh
    const parts: Path[] = [rect(x, top, bw, p.h - top)]
    const crown = rng.int(0, 4)
    if (crown === 0)
      parts.push(
        rect(x + bw * 0.2, top - bw * 0.35, bw * 0.6, bw * 0.4),
        rect(x + bw * 0.46, top - bw * 0.9, bw * 0.06, bw * 0.6),
      )
    if (crown === 1)
      parts.push(
        polygon([
          [x, top + 1],
          [x + bw * 0.5, top - bw * 0.6],
          [x + bw, top + 1],
        ]),
      )
    if (crown === 2)
      parts.push(
        rect(x + bw * 0.15, top - bw * 0.2, bw * 0.7, bw * 0.25),
        rect(x + bw * 0.3, top - bw * 0.4, bw * 0.4, bw * 0.25),
      )
    const lightX = p.lightSide > 0 ? x + bw : x
    for (const part of parts.reverse())
      fill(p, part, {
        color,
        washes: [
          {
            color: mix(color, palette.sun, 0.34),
            x0: x + bw / 2 - p.lightSide * bw * 0.1,
            y0: 0,
            x1: lightX,
            y1: 0,
            grain: 0.4,
            strength: 0.9,
          },
          {
            color: palette.haze,
            x0: 0,
            y0: base - height * 0.5,
            x1: 0,
            y1: base + height * 0.1,
            grain: 0.5,
            strength: 0.55 * (1 - t),
          },
        ],
      })
    windows(p, rng.next, x, top, bw, base, color, lit, t)
    x += bw * rng.range(0.82, 1.15)
  }
}

function windows(
  p: Painter,
  next: () => number,
  x: number,
  top: number,
  bw: number,
  base: number,
  color: Rgb,
  lit: boolean,
  t: number,
): void {
  const cols = Math.max(2, Math.round(bw / (p.u * 0.017)))
  const cell = bw / (cols + 0.6)
  const on: number[][] = []
  const off: number[][] = []
  for (let y = top + cell * 0.9; y < base - cell; y += cell * 1.25) {
    for (let c = 0; c < cols; c++) {
      if (next() < 0.25) continue
      const wx = x + cell * (c + 0.5)
      ;(next() < (lit ? 0.5 : 0.08) ? on : off).push([
        wx,
        y,
        wx + cell * 0.5,
        y,
        wx + cell * 0.5,
        y + cell * 0.68,
        wx,
        y + cell * 0.68,
      ])
    }
  }
  if (off.length) fill(p, off, { color: mix(color, p.palette.deep, 0.3), alpha: 0.35 + 0.4 * t, plain: true })
  if (on.length)
    fill(p, on, {
      color: mix(p.palette.accent2, p.palette.light, 0.3),
      alpha: lit ? 0.5 + 0.45 * t : 0.6,
      plain: true,
    })
}
