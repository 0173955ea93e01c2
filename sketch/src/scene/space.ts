import { mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import { sampleRow } from '#sketch/core/noise.ts'
import type { Painter } from '#sketch/core/painter.ts'
import { ellipse, place, ribbon } from '#sketch/core/path.ts'
import { shape } from '#sketch/core/svg-path.ts'
import { paintRidge, ridgeLine } from '#sketch/elements/ridge.ts'
import { paintSky } from '#sketch/elements/sky.ts'
import { paintStars } from '#sketch/elements/sun.ts'
import { depthColor } from '#sketch/palette/palette.ts'
import { paintFloater } from '#sketch/subjects/floater.ts'
import type { Plan } from './plan.ts'
import { has } from './plan.ts'

const layouts = ['ringed', 'surface', 'family', 'horizon'] as const

export function paintSpace(p: Painter, plan: Plan): void {
  const rng = p.rng.fork('space')
  const { palette, u, w, h } = p
  const layout = layouts[plan.layout % layouts.length]
  const { side } = plan
  paintSky(p, {
    horizon: h * 1.15,
    top: mix(palette.deep, palette.skyTop, 0.35),
    low: mix(palette.skyTop, palette.skyLow, 0.25),
    streaks: 0,
  })
  nebula(p)
  paintStars(p, h * 1.25, 2.6)
  if (layout === 'ringed') {
    planet(p, w * (0.5 + side * 0.06), h * 0.5, u * 0.26, palette.accent, true)
    planet(p, w * (0.5 - side * 0.34), h * 0.2, u * 0.055, palette.accent2, false)
    planet(p, w * (0.5 + side * 0.38), h * 0.78, u * 0.035, palette.far, false)
  } else if (layout === 'family') {
    const spots = [
      [0.16, 0.2, 0.07],
      [0.36, 0.36, 0.11],
      [0.63, 0.6, 0.19],
      [0.9, 0.88, 0.3],
    ]
    const tones = [palette.accent2, palette.far, palette.accent, palette.near]
    for (const [i, [t, v, r]] of spots.entries())
      planet(p, w * (0.5 + side * (t - 0.5)), h * v, u * r, tones[i], i === 2)
  } else if (layout === 'horizon') {
    const r = u * 1.1
    planet(p, w * (0.5 - side * 0.15), h + r * 0.52, r, palette.near, false)
    planet(p, w * (0.5 + side * 0.24), h * 0.26, u * 0.12, palette.accent, rng.chance(0.6))
  } else {
    planet(p, w * (0.5 + side * 0.16), h * 0.36, u * 0.24, palette.accent, true)
    planet(p, w * (0.5 - side * 0.32), h * 0.2, u * 0.06, palette.accent2, false)
    for (let i = 0; i < 4; i++) {
      const c = depthColor(palette, 0.75 - i * 0.21)
      const line = ridgeLine(p, rng.fork(`${i}`), {
        base: h * (0.78 + 0.085 * i),
        roll: h * 0.05,
        period: u * 0.4,
        rough: u * 0.008,
        peaks:
          i < 3
            ? [
                { x: w * rng.range(0.05, 0.95), height: h * (0.24 - 0.05 * i), width: u * 0.22 },
                { x: w * rng.range(0.05, 0.95), height: h * (0.17 - 0.04 * i), width: u * 0.2 },
              ]
            : [],
      })
      paintRidge(p, line, {
        color: c,
        lit: mix(c, palette.accent, 0.4),
        dark: mix(c, palette.deep, 0.6),
        haze: mix(palette.haze, c, 0.3),
        hazeFrom: h * (0.72 + 0.09 * i),
        hazeTo: h * (0.88 + 0.09 * i),
        until: i < 3 ? h * (0.865 + 0.085 * i) + u * 0.015 : undefined,
        hazeMax: 0.6,
        facet: 0.9,
      })
    }
  }
  if (has(plan, 'rocket')) rocket(p, w * (0.5 - side * 0.12), h * 0.62, u * 0.36, side * 0.5)
  if (has(plan, 'astronaut', 'person'))
    paintFloater(p, w * (0.5 - side * 0.22), h * 0.6, u * 0.34, side * 0.3, has(plan, 'rocket') ? side < 0 : side > 0)
}

function nebula(p: Painter): void {
  const { surface, mottle, grain, palette, u, w, h } = p
  const gs = grain.size - 1
  const tints = [palette.accent, palette.skyLow, palette.accent2]
  const ox = p.rng.fork('nebula').range(0, 256)
  const thin = new Float32Array(w)
  const wide = new Float32Array(w)
  for (let y = 0; y < h; y++) {
    sampleRow(mottle, thin, w, { x: (y / u) * 26 + ox, y: (y / u) * 46, dx: 46 / u, dy: -14 / u })
    sampleRow(mottle, wide, w, { x: -ox, y: (y / u) * 34 + ox, dx: 28 / u, dy: 0 })
    for (let x = 0; x < w; x++) {
      const n = grain.data[(y & gs) * grain.size + (x & gs)] - 0.5
      const a = thin[x]
      const b = wide[x]
      const v = a * 0.75 + b * 0.5 - 0.12 + n * 0.4 * p.media.grain
      if (v <= 0) continue
      const t = b > 0.2 ? tints[0] : a > 0.4 ? tints[2] : tints[1]
      const k = Math.min(0.62, v * 0.75)
      const o = (y * w + x) * 3
      for (let c = 0; c < 3; c++) surface.px[o + c] = 1 - (1 - surface.px[o + c]) * (1 - t[c] * k * 0.75)
    }
  }
}

function planet(p: Painter, x: number, y: number, r: number, color: ReturnType<typeof mix>, ring: boolean): void {
  const { palette } = p
  const rng = p.rng.fork(`planet${Math.round(x)}`)
  const tilt = rng.range(-0.45, -0.2) * p.lightSide
  const halfRing = (front: boolean): void => {
    for (const [k, c] of [
      [1.95, mix(color, palette.light, 0.35)],
      [1.68, mix(color, palette.accent2, 0.55)],
      [1.5, mix(color, palette.deep, 0.25)],
    ] as const) {
      const pts = Array.from({ length: 25 }, (_, i) => {
        const a = (front ? 0 : Math.PI) + (i / 24) * Math.PI
        const ex = Math.cos(a) * r * k
        const ey = Math.sin(a) * r * k * 0.26
        return [x + ex * Math.cos(tilt) - ey * Math.sin(tilt), y + ex * Math.sin(tilt) + ey * Math.cos(tilt)] as const
      })
      fill(
        p,
        ribbon(pts, (t) => r * 0.105 * (0.45 + 0.55 * Math.sin(Math.PI * t)), 3),
        { color: c, alpha: 0.95, plain: true },
      )
    }
  }
  fill(p, ellipse(x, y, r * 1.5), {
    color: mix(color, palette.light, 0.3),
    alpha: 0.3,
    blend: 'screen',
    plain: true,
    fade: { x0: x, y0: y, x1: x + r * 1.5, y1: y, radial: true, grain: 0.35 },
  })
  if (ring) halfRing(false)
  fill(p, ellipse(x, y, r), { color })
  // Bands are lenses bowed by the globe; they are shaded together with it by the last wash.
  for (let i = -4; i <= 4; i++) {
    const v = (i + rng.range(-0.3, 0.3)) / 5
    const half = Math.sqrt(Math.max(0, 1 - v * v)) * r * 0.99
    const bow = r * 0.1
    const pts = [-1, -0.5, 0, 0.5, 1].map((q) => {
      const ex = q * half
      const ey = v * r + bow * (1 - q * q)
      return [x + ex * Math.cos(tilt) - ey * Math.sin(tilt), y + ex * Math.sin(tilt) + ey * Math.cos(tilt)] as const
    })
    const thick = r * rng.range(0.05, 0.14)
    if (Math.abs(v) < 0.9)
      fill(
        p,
        ribbon(pts, (t) => thick * Math.sin(Math.PI * t) ** 0.5, 6),
        {
          color: mix(color, rng.pick([palette.light, palette.accent2, palette.near]), rng.range(0.2, 0.5)),
          alpha: 0.8,
          plain: true,
        },
      )
  }
  fill(p, ellipse(x, y, r + 0.5), {
    color: mix(palette.deep, color, 0.12),
    alpha: 0.92,
    plain: true,
    fade: {
      x0: x - p.lightSide * r * 1.05,
      y0: y + r * 0.55,
      x1: x + p.lightSide * r * 0.35,
      y1: y - r * 0.2,
      grain: 0.7,
    },
  })
  if (ring) halfRing(true)
}

function rocket(p: Painter, x: number, y: number, size: number, turn: number): void {
  const { palette } = p
  const at = { x, y, scale: size / 110, turn }
  const form = (c: ReturnType<typeof mix>) => ({
    shadow: mix(c, palette.deep, 0.45),
    light: palette.light,
    dx: p.lightSide,
    dy: 0,
    radius: size * 0.05,
    grain: 0.8,
  })
  fill(p, place(shape('M-12 48 C-16 70 -6 80 0 112 C6 80 16 70 12 48 Z'), at), { color: palette.accent2, plain: true })
  fill(p, place(shape('M-6 48 C-8 62 -3 70 0 88 C3 70 8 62 6 48 Z'), at), { color: palette.light, plain: true })
  for (const flip of [false, true])
    fill(p, place(shape('M14 18 C32 28 36 44 34 58 C26 50 20 46 14 46 Z'), { ...at, flip }), {
      color: palette.accent,
      form: form(palette.accent),
    })
  const body = mix(palette.light, palette.haze, 0.15)
  fill(p, place(shape('M0 -60 C20 -40 24 -4 16 48 L-16 48 C-24 -4 -20 -40 0 -60 Z'), at), {
    color: body,
    form: form(body),
  })
  fill(p, place(shape('M0 -60 C9 -51 14 -40 17 -29 C8 -25 -8 -25 -17 -29 C-14 -40 -9 -51 0 -60 Z'), at), {
    color: palette.accent,
    form: form(palette.accent),
  })
  fill(p, place(ellipse(0, -6, 10), at), { color: palette.accent2 })
  fill(p, place(ellipse(0, -6, 7), at), { color: mix(palette.deep, palette.skyTop, 0.3) })
}
