import type { Rgb } from '#sketch/core/color.ts'
import { mix } from '#sketch/core/color.ts'
import { sampleRow } from '#sketch/core/noise.ts'
import type { Painter } from '#sketch/core/painter.ts'

export type SkyLook = {
  /** Where the gradient ends, in pixels. */
  readonly horizon: number
  readonly top?: Rgb
  readonly low?: Rgb
  /** Long thin streaks of lighter air near the horizon, 0..1. */
  readonly streaks?: number
  /** The dark band a woodblock printer wipes along the top edge, 0..1. */
  readonly bokashi?: number
}

/** Gradient, wiped top band and long streaks, all stippled: the paper-tooth hides any banding. */
export function paintSky(p: Painter, look: SkyLook): void {
  const { surface, palette, media, grain, mottle, u } = p
  const top = look.top ?? palette.skyTop
  const low = look.low ?? palette.skyLow
  // By way of the haze: a straight mix of blue and orange would pass through gray.
  const middle = mix(mix(top, low, 0.55), palette.haze, 0.45)
  const dark = mix(top, palette.deep, 0.5)
  const streaks = look.streaks ?? 0.4
  const gs = grain.size - 1
  const tooth = 0.22 * media.grain
  const steps = media.name === 'poster' || media.name === 'cutpaper' || media.name === 'minimal' ? 6 : 0
  const sx = 90 / u
  const sy = 620 / u
  const reach = Math.max(1, look.horizon)
  const drift = new Float32Array(p.w)
  for (let y = 0; y < p.h; y++) {
    const yn = y / reach
    let o = y * p.w * 3
    if (yn > 1.12 && steps === 0) {
      for (let x = 0; x < p.w; x++, o += 3) {
        surface.px[o] = low[0]
        surface.px[o + 1] = low[1]
        surface.px[o + 2] = low[2]
      }
      continue
    }
    if (steps > 0) sampleRow(mottle, drift, p.w, { x: 0, y: y * sx * 0.4, dx: sx * 0.4, dy: 0 })
    else if (streaks > 0) sampleRow(mottle, drift, p.w, { x: 17, y: y * sy * 0.5 + 40, dx: sx, dy: 0 })
    for (let x = 0; x < p.w; x++, o += 3) {
      const n = grain.data[(y & gs) * grain.size + (x & gs)] - 0.5
      let t = yn + n * tooth
      if (steps > 0) t = bands(t + drift[x] * 0.025, steps)
      t = t < 0 ? 0 : t > 1 ? 1 : t
      const a = t < 0.5 ? top : middle
      const b = t < 0.5 ? middle : low
      const k = t < 0.5 ? t * 2 : t * 2 - 1
      let r = a[0] + (b[0] - a[0]) * k
      let g = a[1] + (b[1] - a[1]) * k
      let bl = a[2] + (b[2] - a[2]) * k
      if (streaks > 0 && steps === 0) {
        const v = drift[x] * 1.4 - 0.25 + n * 0.5 * media.grain
        if (v > 0) {
          const s = Math.min(1, v * 1.6) * streaks * (0.25 + 0.75 * Math.min(1, yn))
          r += (low[0] * 1.02 - r) * s
          g += (low[1] * 1.02 - g) * s
          bl += (low[2] * 1.02 - bl) * s
        }
      }
      if (look.bokashi) {
        const s = Math.max(0, 1 - yn * 3.2 + n * 0.3) * look.bokashi
        r += (dark[0] - r) * s
        g += (dark[1] - g) * s
        bl += (dark[2] - bl) * s
      }
      surface.px[o] = r
      surface.px[o + 1] = g
      surface.px[o + 2] = bl
    }
  }
}

function bands(t: number, steps: number): number {
  return (Math.floor(Math.max(0, Math.min(0.999, t)) * steps) + 0.5) / steps
}
