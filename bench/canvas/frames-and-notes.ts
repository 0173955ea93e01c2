import { randomUUID } from 'node:crypto'
import { change, type Owner, placesOf } from './boards.ts'

/** 200 frames over the whole board, none on another, and 500 notes on it. */
const columns = 20
const rows = 10
const noteCount = 500
const gap = 40
/** What people write beside pictures: a heading, some words that stand out, a list. */
const noteText =
  '**Season**: the old photograph decides, not the weather.\n\n- warmer light\n- fewer people\n- see [the brief](https://example.com)'

/** Puts frames and notes on a board; those that were there go. */
export async function putItems(owner: Owner, projectId: string): Promise<void> {
  await removeItems(owner, projectId)
  const cards = [...(await placesOf(owner, projectId)).values()]
  const [left, right] = extent(cards.map(({ x }) => x))
  const [top, bottom] = extent(cards.map(({ y }) => y))
  const [width, height] = [(right - left + 900) / columns, (bottom - top + 450) / rows]
  const frames = Array.from({ length: columns * rows }, (_, place) => ({
    id: randomUUID(),
    kind: 'put-frame',
    frameId: randomUUID(),
    title: `Frame ${place + 1}`,
    x: left + (place % columns) * width,
    y: top + Math.floor(place / columns) * height,
    width: width - gap,
    height: height - gap,
  }))
  // Beside cards, all over the board: where people look there are some.
  const notes = Array.from({ length: noteCount }, (_, place) => {
    const card = cards[Math.floor((place * cards.length) / noteCount)] ?? { x: 0, y: 0 }
    return {
      id: randomUUID(),
      kind: 'put-note',
      noteId: randomUUID(),
      text: noteText,
      x: card.x + 100,
      y: card.y + 300,
    }
  })
  await change(owner, projectId, [...frames, ...notes])
}

/** Removes all frames and notes of a board. */
export async function removeItems(owner: Owner, projectId: string): Promise<void> {
  const text = await (await owner.api.get(`/api/projects/${projectId}/board`)).text()
  const { frames, notes } = JSON.parse(text.split('\n')[0] ?? '') as Record<'frames' | 'notes', { id: string }[]>
  await change(owner, projectId, [
    ...frames.map(({ id }) => ({ id: randomUUID(), kind: 'remove-frame', frameId: id })),
    ...notes.map(({ id }) => ({ id: randomUUID(), kind: 'remove-note', noteId: id })),
  ])
}

const extent = (values: readonly number[]): [number, number] => [
  values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY),
  values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY),
]
