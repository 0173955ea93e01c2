/** A palette taken from reference pictures: their own colors, sorted into the jobs a scene needs. */
import type { Rgb } from '#sketch/core/color.ts'
import { lightness, mix, toOklch } from '#sketch/core/color.ts'
import { cover } from '#sketch/core/resize.ts'
import type { Raster } from '#sketch/core/surface.ts'
import { fromRaster } from '#sketch/core/surface.ts'
import { medianCut } from '#sketch/finish/pixels.ts'
import type { Palette } from './palette.ts'

export function paletteFrom(images: readonly Raster[], fallback: Palette): Palette {
  const samples = images.map((image) => cover(fromRaster(image), 48, 48).px)
  const all = new Float32Array(samples.reduce((n, s) => n + s.length, 0))
  let at = 0
  for (const s of samples) {
    all.set(s, at)
    at += s.length
  }
  const cut = medianCut(all, 14)
  const colors: Rgb[] = []
  for (let i = 0; i < cut.length; i += 3) colors.push([cut[i], cut[i + 1], cut[i + 2]])
  colors.sort((a, b) => lightness(a) - lightness(b))
  const at01 = (t: number): Rgb => colors[Math.max(0, Math.min(colors.length - 1, Math.round(t * (colors.length - 1))))]
  const lively = [...colors].sort((a, b) => toOklch(b).c - toOklch(a).c)
  const hueGap = (a: Rgb, b: Rgb): number => Math.abs(((toOklch(a).h - toOklch(b).h + 540) % 360) - 180)
  const accent = lively[0]
  const accent2 = lively.find((c) => hueGap(c, accent) > 30) ?? lively[1] ?? accent
  const green = colors.find((c) => hueGap(c, [0.3, 0.55, 0.35]) < 45)
  return {
    ...fallback,
    name: 'reference',
    deep: mix(at01(0), fallback.deep, 0.25),
    near: at01(0.22),
    ground: at01(0.35),
    far: at01(0.5),
    haze: at01(0.72),
    skyTop: at01(0.6),
    skyLow: at01(0.85),
    light: mix(at01(1), [1, 1, 1], 0.35),
    paper: mix(at01(1), fallback.paper, 0.6),
    sun: mix(at01(1), accent2, 0.25),
    accent,
    accent2,
    leaf: green ?? mix(at01(0.3), fallback.leaf, 0.5),
  }
}
