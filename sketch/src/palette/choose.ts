/** Chooses a palette for the brief and shifts it towards the requested colors and moods. */
import type { Rgb } from '#sketch/core/color.ts'
import { fromOklch, toOklch, tune } from '#sketch/core/color.ts'
import { hashText } from '#sketch/core/random.ts'
import type { Brief, ColorWord } from '#sketch/lexicon/brief.ts'
import type { Palette, PaletteTag } from './palette.ts'
import { palettes } from './palette.ts'

export type PaletteWish = {
  readonly tags: readonly PaletteTag[]
  readonly avoid: readonly PaletteTag[]
  /** 0..3: which quarter of the palettes to choose from. */
  readonly turn: number
  /** Any whole number; chooses among the best of that quarter. */
  readonly seed: number
  /** The scene is mostly water: brown seas look wrong. */
  readonly water?: boolean
}

/**
 * Ranks all palettes by the brief, deals them out to the four order numbers, and takes one of the best of each hand:
 * four pictures of one prompt never share a palette, for any seeds.
 */
export function choosePalette(brief: Brief, wish: PaletteWish): Palette {
  const scored = palettes.map((palette) => {
    let score = 0
    for (const tag of wish.tags) if (palette.tags.includes(tag)) score += 3
    for (const tag of wish.avoid) if (palette.tags.includes(tag)) score -= 4
    if (wish.water) score -= waterless(palette) ? 7 : 0
    for (const c of brief.colors) score += affinity(palette, c)
    return { palette, score: score + (hashText(brief.key + palette.name) % 100) / 130 }
  })
  scored.sort((a, b) => b.score - a.score || a.palette.name.localeCompare(b.palette.name))
  const hand = scored.filter((_, i) => i % 4 === wish.turn)
  const pool = hand.filter((s, i) => i < 3 && s.score > hand[0].score - 1.5)
  return bend(pool[wish.seed % pool.length].palette, brief)
}

function waterless(palette: Palette): boolean {
  const v = toOklch(palette.near)
  const h = (v.h + 360) % 360
  return h < 150 || h > 320
}

function affinity(palette: Palette, word: ColorWord): number {
  if (word.chroma < 0.03) return 0
  const near = [palette.skyTop, palette.skyLow, palette.near, palette.accent].map((c) => {
    const v = toOklch(c)
    const d = Math.abs(((v.h - word.hue + 540) % 360) - 180)
    return Math.max(0, 1 - d / 60) * Math.min(1, v.c / 0.08)
  })
  return near[0] * 1.2 + near[1] * 0.7 + near[2] * 0.8 + near[3] * 1.4
}

function bend(palette: Palette, brief: Brief): Palette {
  let out = palette
  brief.colors.slice(0, 2).forEach((word, i) => {
    out =
      i === 0
        ? steer(out, word)
        : { ...out, accent2: pure(word), sun: pure({ ...word, light: Math.max(word.light, 0.8) }) }
  })
  for (const { color, subject } of brief.spots) {
    const job =
      subject === 'sun' || subject === 'moon' ? 'sun' : subject === 'tree' || subject === 'leaf' ? 'leaf' : 'accent'
    out = { ...out, [job]: pure(color) }
  }
  const chroma = brief.moods.includes('vivid')
    ? 1.25
    : brief.moods.includes('soft')
      ? 0.72
      : brief.moods.includes('dark')
        ? 0.85
        : 1
  const light = brief.moods.includes('dark') ? -0.09 : brief.moods.includes('soft') ? 0.03 : 0
  if (chroma === 1 && light === 0) return out
  return mapPalette(out, (c) => tune(c, { c: chroma, l: light }))
}

/** Every job of a palette through one function. */
export function mapPalette(palette: Palette, change: (c: Rgb) => Rgb): Palette {
  const entries = Object.entries(palette).map(([key, value]) => [
    key,
    key === 'name' || key === 'tags' ? value : change(value as Rgb),
  ])
  return Object.fromEntries(entries) as Palette
}

const pure = (word: ColorWord): Rgb => fromOklch({ l: word.light, c: word.chroma, h: word.hue })

/** The requested color takes the lead roles; the rest of the palette shifts towards it but keeps its own lightness. */
function steer(palette: Palette, word: ColorWord): Palette {
  if (word.chroma < 0.03) {
    const shift = word.name === 'black' ? -0.16 : word.name === 'white' ? 0.08 : 0
    return mapPalette(palette, (c) => tune(c, { c: 0.3, l: shift * toOklch(c).l }))
  }
  const lean = (c: Rgb, amount: number): Rgb => {
    const v = toOklch(c)
    const d = ((word.hue - v.h + 540) % 360) - 180
    return fromOklch({ l: v.l, c: v.c + (Math.min(word.chroma, 0.13) - v.c) * amount * 0.7, h: v.h + d * amount })
  }
  return {
    ...palette,
    skyTop: lean(palette.skyTop, 0.85),
    skyLow: lean(palette.skyLow, 0.45),
    haze: lean(palette.haze, 0.6),
    far: lean(palette.far, 0.75),
    near: lean(palette.near, 0.7),
    ground: lean(palette.ground, 0.6),
    deep: lean(palette.deep, 0.6),
    accent: pure(word),
    leaf: lean(palette.leaf, 0.35),
  }
}
