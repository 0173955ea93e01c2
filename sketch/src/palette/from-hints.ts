/** A style's few colors, spread over all the jobs a scene needs. */
import type { Oklch, Rgb } from '#sketch/core/color.ts'
import { fromOklch, hex, toOklch } from '#sketch/core/color.ts'
import { mapPalette } from './choose.ts'
import type { Palette } from './palette.ts'

/** Parses '#rrggbb' or 'rrggbb'; invalid entries are left out. */
export function readHints(colors: readonly string[]): Rgb[] {
  return colors.flatMap((text) => {
    const code = /^#?([0-9a-f]{6})$/i.exec(text.trim())?.[1]
    return code ? [hex(`#${code}`)] : []
  })
}

/**
 * Each job keeps most of its lightness, so that dusk stays dusk and four pictures stay four, and takes hue and chroma from
 * the hint nearest to it. The liveliest hints lead as accents.
 */
export function paletteFromHints(hints: readonly Rgb[], base: Palette): Palette {
  if (hints.length === 0) return base
  const tones = hints.map(toOklch)
  const lively = [...tones].sort((a, b) => b.c - a.c)
  const toned = mapPalette(base, (c) => {
    const v = toOklch(c)
    const near = tones.reduce((best, tone) => (distance(tone, v) < distance(best, v) ? tone : best))
    return fromOklch({ l: v.l + (near.l - v.l) * 0.3, c: near.c * (v.l > 0.93 ? 0.35 : 1), h: near.h })
  })
  const first = lively[0]
  const second = lively.find((tone) => tone.c > 0.03 && gap(tone, first) > 25) ?? lively[1] ?? first
  return { ...toned, name: 'hints', accent: fromOklch(first), accent2: fromOklch(second) }
}

const gap = (a: Oklch, b: Oklch): number => Math.abs(((a.h - b.h + 540) % 360) - 180)
const distance = (a: Oklch, b: Oklch): number =>
  Math.abs(a.l - b.l) + (gap(a, b) / 180) * Math.min(1, Math.min(a.c, b.c) / 0.06) * 0.35
