/** An animal that is the picture: seated, trotting past, face to face, or asleep. */
import type { Rgb } from '#sketch/core/color.ts'
import { hex, mix } from '#sketch/core/color.ts'
import { fill } from '#sketch/core/fill.ts'
import type { Painter } from '#sketch/core/painter.ts'
import { ellipse } from '#sketch/core/path.ts'
import type { Species } from '#sketch/subjects/animal-head.ts'
import { paintCurled } from '#sketch/subjects/curled.ts'
import { paintSitter } from '#sketch/subjects/sitter.ts'
import { paintStrider } from '#sketch/subjects/strider.ts'
import { paintBackdrop, paintFeet, paintFront } from './creature-backdrop.ts'
import { paintCranes, paintPerched } from './perch.ts'
import type { Plan } from './plan.ts'
import { countOf, has } from './plan.ts'

const layouts = ['disc', 'trail', 'close', 'den'] as const

export function paintCreature(p: Painter, plan: Plan): void {
  const { palette, h } = p
  const layout = layouts[plan.layout]
  const night = plan.time === 'night'
  const dress = plan.brief.spots.length > 0 ? palette.accent : undefined
  if (has(plan, 'owl', 'bird')) {
    const foot = h * 0.72
    paintBackdrop(p, plan, layout, night || (layout === 'den' && has(plan, 'owl')), foot)
    paintPerched(p, plan, foot, dress)
    if (layout === 'close') paintFront(p, plan, layout, foot)
    return
  }
  const foot = h * (layout === 'trail' ? 0.84 : layout === 'den' ? 0.86 : 0.88)
  paintBackdrop(p, plan, layout, night, foot)
  if (has(plan, 'crane')) {
    paintFront(p, plan, layout, foot)
    paintCranes(p, plan, foot)
    return
  }
  animals(p, plan, layout, foot, dress)
}

function animals(p: Painter, plan: Plan, layout: (typeof layouts)[number], foot: number, dress: Rgb | undefined): void {
  const { u, w, h } = p
  const species = (['fox', 'cat', 'dog', 'rabbit', 'bear'] as const).find((s) => has(plan, s)) ?? 'cat'
  const n = Math.max(1, Math.min(5, countOf(plan, species, 1)))
  const coat = (i: number): Rgb => coatOf(p, plan, species, i, dress)
  if (layout === 'close' && n < 3) {
    const size = Math.min(w * 1.45, h * 1.18) * (n > 1 ? 0.74 : 1)
    for (let i = n - 1; i >= 0; i--) {
      const at = n > 1 ? (i - 0.5) * 0.46 : plan.side * 0.04
      paintSitter(p, species, w * 0.5 + at * u, h + size * (n > 1 ? 0.12 : 0.2) + (i % 2) * u * 0.06, size, coat(i))
    }
    paintFront(p, plan, layout, foot)
    return
  }
  paintFront(p, plan, layout, foot)
  const wide = plan.brief.framing === 'wide' ? 0.68 : 1
  const each = n > 1 ? Math.min(0.86, (2.2 * Math.max(1, (w / u) * 0.8)) / n) : 1
  for (let i = 0; i < n; i++) {
    const spread = Math.min(0.74, 0.26 * n) * Math.max(1, (w / u) * 0.8)
    const x = w * 0.5 + (n > 1 ? (i / (n - 1) - 0.5) * spread * u : plan.side * (layout === 'disc' ? 0 : 0.09) * w)
    const y = foot + u * (layout === 'disc' ? 0.035 : 0.05) + (i % 2) * u * 0.03
    // Rabbits do not trot; they sit wherever the others walk.
    if (layout === 'trail' && species !== 'rabbit') {
      const size = Math.min(u * 0.62, h * 0.66) * wide * (n > 2 ? each * 0.78 : each)
      if (plan.season === 'winter') footprints(p, plan, x, y, size)
      paintStrider(p, species, x, y, size, coat(i), plan.side < 0)
      paintFeet(p, plan, x, y + u * 0.006, size * 0.44)
    } else if (layout === 'den') {
      const size = Math.min(u * 0.6, w * 0.7) * wide * (n > 2 ? each * 0.8 : each)
      paintCurled(p, species, x + plan.side * 0.02 * w, y, size, coat(i), i % 2 === 0 ? plan.side > 0 : plan.side < 0)
      paintFeet(p, plan, x + plan.side * 0.02 * w, y + u * 0.012, size * 0.56)
    } else {
      const size = Math.min(u * 0.58, h * 0.56) * wide * each
      paintSitter(p, species, x, y, size, coat(i))
      paintFeet(p, plan, x, y + u * 0.006, size * 0.42)
    }
  }
}

/** The natural coat, so that a fox stays a fox in every palette; a color said of the animal wins. */
function coatOf(p: Painter, plan: Plan, species: Species, index: number, dress: Rgb | undefined): Rgb {
  const { palette } = p
  const red = plan.brief.spots[0]?.color.name === 'red' || plan.brief.spots[0]?.color.name === 'orange'
  const fur: Record<Species, readonly Rgb[]> = {
    fox: [hex('#d9622b'), hex('#d0703a'), hex('#c4552c')],
    cat: [
      mix(hex('#e09a4e'), palette.accent, 0.3),
      mix(hex('#3d3a48'), palette.deep, 0.3),
      mix(hex('#f0dcc0'), palette.light, 0.3),
      hex('#8d8a8c'),
    ],
    dog: [hex('#cf9a5b'), hex('#8a5a3a'), hex('#e6cfa8')],
    rabbit: [mix(palette.light, palette.far, 0.25), hex('#a98a6c'), hex('#d8c3a4')],
    bear: [hex('#7f5638'), hex('#5e4132'), hex('#93714f')],
  }
  // A wolf is drawn as a fox in gray.
  if (!dress && species === 'fox' && /wol[fv]|loup|lobo|волк|狼/.test(plan.brief.key))
    return mix(hex(['#7c8088', '#6a6d78', '#94969a'][index % 3]), palette.near, 0.12)
  if (dress && !(species === 'fox' && red)) return dress
  const list = fur[species]
  const own = list[(index + (species === 'cat' ? plan.layout : 0)) % list.length]
  return mix(own, plan.time === 'night' ? palette.deep : palette.near, plan.time === 'night' ? 0.2 : 0.06)
}

function footprints(p: Painter, plan: Plan, x: number, foot: number, size: number): void {
  const { palette, u, w } = p
  const away = -plan.side
  for (let i = 0; i < 14; i++) {
    const px = x + away * size * (0.42 + i * 0.14)
    if (px < -u * 0.1 || px > w + u * 0.1) break
    fill(p, ellipse(px, foot + u * (0.004 + (i % 2) * 0.02), u * 0.011, u * 0.0048), {
      color: mix(palette.far, palette.light, 0.3),
      alpha: 0.75,
      plain: true,
    })
  }
}
