import { hilbertIndex } from '#domain/geometry/hilbert.ts'
import type { Point } from '#domain/geometry/rect.ts'
import { canvasOrigin } from '#domain/layout/card.ts'
import { catalogue } from '#domain/models/catalogue.ts'
import { sketchModel } from '#domain/models/sketch-model.ts'
import { branchPrompt, type Random, rootPrompt } from './prompts.ts'

/** Canvas pixels from one card to the next: 160 between columns, 60 between rows. */
const pitch: Point = { x: 960, y: 400 }
const models = [sketchModel, ...catalogue].map(({ value }) => value)
/** The ratios with seeded pictures. */
export const seedRatios = ['1:1', '2:3', '3:2', '16:9'] as const
/** The depth of trees, and the probability of a card's next branch. */
const deepest = 5
const branchChance = 0.55

export type PlannedCard = {
  readonly place: Point
  /** The index of the parent in the list; null for a root. */
  readonly parent: number | null
  /** The index of the parent's image that it branches from. */
  readonly parentImage: number
  readonly prompt: string
  readonly model: string
  readonly ratio: (typeof seedRatios)[number]
  readonly branchKind: 'enhance' | 'remix' | null
  readonly isCollapsed: boolean
  /** The images that are liked. */
  readonly liked: readonly number[]
}

/** The cells of a block that is about as wide as it is high, neighbors after each other. */
function cellsOf(count: number): Point[] {
  const columns = Math.max(1, Math.round(Math.sqrt((count * pitch.y) / pitch.x)))
  const rows = Math.ceil(count / columns)
  const cell = 128
  return Array.from({ length: columns * rows }, (_, index) => ({ x: index % columns, y: Math.floor(index / columns) }))
    .map((at) => ({ at, index: hilbertIndex({ x: at.x * cell, y: at.y * cell }) }))
    .sort((a, b) => a.index - b.index)
    .map(({ at }) => ({
      x: canvasOrigin.x + (at.x - Math.floor(columns / 2)) * pitch.x,
      y: canvasOrigin.y + (at.y - Math.floor(rows / 2)) * pitch.y,
    }))
}

/** Plans trees of cards, parents before children, close to each other and without overlap. */
export function planCards(count: number, random: Random): PlannedCard[] {
  const cells = cellsOf(count)
  const cards: PlannedCard[] = []
  const pickOf = <Item>(list: readonly Item[]) => list[Math.floor(random() * list.length)] as Item

  function grow(parent: number | null, depth: number): void {
    const place = cells[cards.length]
    if (cards.length >= count || !place) return
    const own = cards.length
    cards.push({
      place,
      parent,
      parentImage: Math.floor(random() * 4),
      prompt: parent === null ? rootPrompt(random) : branchPrompt(random),
      model: pickOf(models),
      ratio: pickOf(seedRatios),
      branchKind: parent === null ? null : pickOf(['enhance', 'remix', null] as const),
      isCollapsed: random() < 0.03,
      liked: random() < 0.1 ? [Math.floor(random() * 4)] : [],
    })
    while (depth < deepest && random() < branchChance) grow(own, depth + 1)
  }

  while (cards.length < count) grow(null, 1)
  return cards
}
