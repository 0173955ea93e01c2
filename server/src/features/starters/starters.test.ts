import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { overlaps, type Rect } from '#domain/geometry/rect.ts'
import { cardRect } from '#domain/layout/card.ts'
import { noteSpace } from '#domain/layout/taken-space.ts'
import { starterNames } from '#domain/starters/starters.ts'
import { projectFileOf } from '#server-testing/exported-project.ts'
import { readZip } from '#server-testing/read-zip.ts'

/** The title of a frame and the buttons above it at a zoom of 50 %, in canvas pixels. */
const titleHeight = 128

const rectOf = ({ x, y, width, height }: Rect): Rect => ({ x, y, width, height })
const titleOf = ({ x, y, width }: Rect): Rect => ({ x, y: y - titleHeight, width, height: titleHeight })
const contains = (outer: Rect, inner: Rect) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height

describe.each(starterNames)('the starter board %s', async (name) => {
  const file = projectFileOf(readZip(await readFile(new URL(`./boards/${name}.zip`, import.meta.url))))
  const cards = file.cards.map(({ canvasX: x, canvasY: y, isCollapsed }) => cardRect({ x, y, isCollapsed }))
  const notes = file.notes.map(noteSpace)
  const frames = file.frames.map(rectOf)

  it('has no two cards or notes that overlap', () => {
    const rects = [...cards, ...notes]
    expect(rects.filter((rect, place) => rects.slice(place + 1).some((other) => overlaps(rect, other)))).toEqual([])
  })

  it('has no card or note across the title or the edge of a frame', () => {
    const crosses = (rect: Rect) =>
      frames.some((frame) => overlaps(rect, titleOf(frame)) || (overlaps(rect, frame) && !contains(frame, rect)))
    expect([...cards, ...notes].filter(crosses)).toEqual([])
  })

  it('is tidied top-down: each branch is a row below its parent', () => {
    const byId = new Map(file.cards.map((card) => [card.id, card]))
    const rows = file.cards.flatMap(({ parentGenerationId, canvasY }) => {
      const parent = byId.get(parentGenerationId ?? '')
      return parent ? [canvasY - parent.canvasY] : []
    })
    expect(rows).toEqual(rows.map(() => 500))
  })

  it('has no view of its own: a copy opens fitted to its window', () => expect(file.view).toBeNull())
})
