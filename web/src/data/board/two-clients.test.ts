import { describe, expect, it } from 'vitest'
import { generation, image, uuid } from '#contract/testing/builders.ts'
import type { BoardChange } from '#domain/board/change.ts'
import { feedbackTypes } from '#domain/board/feedback.ts'
import { imageIdOf } from '#domain/generation/image-id.ts'
import { createSimulatedClient } from '../testing/simulated-client.ts'
import { createSimulatedServer } from '../testing/simulated-server.ts'

const runs = 1_000
const stepsOfRun = 40

/** The same numbers for the same seed: mulberry32. */
function randomNumbers(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, pick: <Item>(items: readonly Item[]) => items[below(items.length)] }
}
/** Lets all pending promises continue: none takes more turns than this. */
async function turn() {
  for (let turns = 0; turns < 20; turns++) await null
}

type Random = ReturnType<typeof randomNumbers>

const cardWith = (id: string, parentGenerationId: string | null) =>
  generation({
    id,
    parentGenerationId,
    images: [0, 1].map((orderNum) => image({ id: imageIdOf(id, orderNum), generationId: id, orderNum })),
  })

/** Few ids, so that both clients change the same ones. */
function anyItemChange(random: Random): BoardChange {
  const frameId = uuid(50 + random.below(2))
  const noteId = uuid(60 + random.below(2))
  const place = { x: random.below(9_000), y: random.below(9_000) }
  const sides = { width: 100 + random.below(900), height: 100 + random.below(900) }
  const words = `${random.below(100)}`
  const changes: BoardChange[] = [
    { kind: 'put-frame', frameId, title: words, ...place, ...sides },
    { kind: 'place-frame', frameId, ...place, ...sides },
    { kind: 'title-frame', frameId, title: words },
    { kind: 'remove-frame', frameId },
    { kind: 'put-note', noteId, text: words, ...place },
    { kind: 'place-note', noteId, ...place },
    { kind: 'write-note', noteId, text: words },
    { kind: 'remove-note', noteId },
  ]
  return random.pick(changes) ?? { kind: 'remove-note', noteId }
}

function anyChange(random: Random, client: ReturnType<typeof createSimulatedClient>): BoardChange | null {
  if (random.below(3) === 0) return anyItemChange(random)
  const generationId = random.pick(client.cards())
  if (!generationId) return null
  const kind = random.pick(['place', 'place', 'collapse', 'feedback', 'delete'] as const) ?? 'place'
  if (kind === 'place') return { kind, generationId, canvasX: random.below(9_000), canvasY: random.below(9_000) }
  if (kind === 'collapse') return { kind, generationId, isCollapsed: random.below(2) === 0 }
  if (kind === 'delete') return random.below(3) === 0 ? { kind, generationId } : null
  const imageId = random.pick(client.imagesOf(generationId))?.id
  const feedbackType = random.pick(feedbackTypes)
  return imageId && feedbackType ? { kind, imageId, feedbackType, isGiven: random.below(2) === 0 } : null
}

async function run(seed: number) {
  const random = randomNumbers(seed)
  let ids = 1_000
  const nextId = () => {
    ids += 10
    return uuid(ids)
  }
  const first = [uuid(100), uuid(200), uuid(300), uuid(400), uuid(500)]
  const server = createSimulatedServer(
    first.map((id, place) => cardWith(id, place < 2 ? null : (first[place - 2] ?? null))),
  )
  const clients = [createSimulatedClient(server, nextId), createSimulatedClient(server, nextId)]

  for (let step = 0; step < stepsOfRun; step++) {
    const client = clients[random.below(2)] ?? clients[0]
    if (!client) continue
    const act = random.below(12)
    const change = act < 5 ? anyChange(random, client) : null
    if (change) client.edit(change)
    else if (act === 5) client.undo()
    else if (act === 6) client.redo()
    else if (act === 7) client.setLine(random.pick(['up', 'down', 'loses-replies'] as const) ?? 'up')
    else if (act === 8) client.tryAgain()
    else if (act === 9) client.reload()
    else if (act === 10) server.make(cardWith(nextId(), random.pick(client.cards()) ?? null))
    else client.receive(1 + random.below(4), random.below(3))
    if (random.below(2) === 0) await turn()
  }

  for (const client of clients) client.setLine('up')
  for (let waited = 0; !clients.every((client) => client.isDone()); waited++) {
    if (waited > 500) throw new Error(`Seed ${seed}: the clients don’t come to rest.`)
    for (const client of clients) {
      client.tryAgain()
      client.receive(5, 0)
    }
    await turn()
  }
  return {
    server: server.list().sort((a, b) => (a.id < b.id ? -1 : 1)),
    boards: clients.map((client) => client.generations()),
    items: clients.map((client) => client.items()),
    serverItems: {
      frames: new Map(server.items().frames.map((frame) => [frame.id, frame])),
      notes: new Map(server.items().notes.map((note) => [note.id, note])),
    },
  }
}

describe('two browsers on one board', () => {
  it('end with the board of the server, after any edits, lost connections and reloads', async () => {
    for (let seed = 1; seed <= runs; seed++) {
      const { server, boards, items, serverItems } = await run(seed)
      for (const each of items) expect(each, `seed ${seed}`).toEqual(serverItems)
      for (const board of boards) expect(board, `seed ${seed}`).toEqual(server)
    }
  }, 120_000)
})
