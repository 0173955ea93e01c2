import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { imageStatuses } from '#domain/generation/status.ts'
import type { ProjectEvent } from '../live/event-stream.ts'
import { generationWith, imageWith } from '../testing/builders.ts'
import { generationOfEntry } from './entry.ts'
import { applyEvent, createServerBoard, type GenerationEvent } from './server-board.ts'

const projectId = 'p'

/** A board with the card `g1`, as of event 10. */
function boardWithCard() {
  const board = createServerBoard(10)
  board.read('g1', { compact: null, whole: generationWith({ id: 'g1' }), order: 0 })
  return board
}
const cardsOf = (board: ReturnType<typeof createServerBoard>): Map<string, GenerationShape> =>
  new Map(Array.from(board.entries(), ([id, entry]) => [id, generationOfEntry(entry)]))

const branch = (seq: number, ids: string[]) => ({ seq, projectId, generationId: ids[0] ?? '', ids })
const deleted = (seq: number, ids: string[]): ProjectEvent => ({ name: 'generation-deleted', data: branch(seq, ids) })
const restored = (seq: number, ids: string[]): ProjectEvent => ({ name: 'generation-restored', data: branch(seq, ids) })
const imageChanged = (seq: number, over: object): ProjectEvent => ({
  name: 'image-changed',
  data: { seq, projectId, generationId: 'g1', imageId: 'g1-0', ...over },
})

describe("the server's state of a board", () => {
  it('ignores an event that it has already applied', () => {
    const board = boardWithCard()
    expect(board.receive(imageChanged(10, { status: 'failed' })).touched).toEqual([])
    expect(cardsOf(board).get('g1')).toEqual(generationWith({ id: 'g1' }))
  })

  it('removes a deleted branch, and restores it with what happened meanwhile', () => {
    const board = boardWithCard()
    board.receive(deleted(11, ['g1']))
    expect(cardsOf(board).size).toBe(0)
    board.receive(imageChanged(12, { status: 'cancelled' }))
    expect(board.receive(restored(13, ['g1']))).toEqual({ touched: ['g1'], added: [], isIncomplete: false })
    expect(cardsOf(board).get('g1')?.images[0]?.status).toBe('cancelled')
  })

  it('requests a read when unknown cards are restored', () =>
    expect(boardWithCard().receive(restored(11, ['g7'])).isIncomplete).toBe(true))

  it('distinguishes a new card from a restored one, and puts it above the others', () => {
    const board = boardWithCard()
    const created = generationWith({ id: 'g2' })
    const event: ProjectEvent = { name: 'generation-created', data: { ...created, seq: 11, generationId: 'g2' } }
    expect(board.receive(event)).toEqual({ touched: ['g2'], added: ['g2'], isIncomplete: false })
    expect(board.find('g2')?.order).toBe(1)
  })

  it('keeps a card off the board whose deletion arrived before the reply that made it', () => {
    const board = boardWithCard()
    board.receive(deleted(11, ['g2']))
    expect(board.adopt(generationWith({ id: 'g2' }))).toEqual({ touched: [], added: [], isIncomplete: false })
    expect(board.isLive('g2')).toBe(false)
    board.receive(restored(12, ['g2']))
    expect(board.isLive('g2')).toBe(true)
  })

  it('ignores events about unknown cards', () => {
    const board = boardWithCard()
    const data = { seq: 11, projectId, generationId: 'gone', imageId: 'i' }
    expect(board.receive({ name: 'image-changed', data }).touched).toEqual([])
  })
})

const ids = ['g1', 'g2', 'g3']
const anyEvent = fc.oneof(
  fc.constantFrom(...ids).map((id) => ({ name: 'generation-created' as const, data: generationWith({ id }) })),
  fc
    .record({ id: fc.constantFrom(...ids), place: fc.nat(3), status: fc.constantFrom(...imageStatuses) })
    .map(({ id, place, status }) => ({
      name: 'image-changed' as const,
      data: { imageId: `${id}-${place}`, status, id },
    })),
  fc.record({ id: fc.constantFrom(...ids), canvasX: fc.integer(), canvasY: fc.integer() }).map((data) => ({
    name: 'generation-changed' as const,
    data,
  })),
  fc.constantFrom(...ids).map((id) => ({ name: 'generation-deleted' as const, data: { id, ids: [id] } })),
)

/** Numbers a list of events, as the server does. */
const numbered = (events: readonly { name: string; data: { id: string } }[]) =>
  events.map(({ name, data }, place) => {
    const { id, ...fields } = data
    const isCreated = name === 'generation-created'
    return {
      name,
      data: { ...fields, ...(isCreated && { id }), projectId, generationId: id, seq: 11 + place * 2 },
    } as ProjectEvent
  })

describe('a stream that repeats events', () => {
  it('leads to the same board, whatever part it repeats', () => {
    const replays = fc.array(fc.option(fc.record({ from: fc.nat(), length: fc.nat() })), { minLength: 30 })
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 30 }), replays, (loose, replayAfter) => {
        const events = numbered(loose)
        const board = boardWithCard()
        events.forEach((event, place) => {
          board.receive(event)
          const replay = replayAfter[place]
          if (!replay) return
          const from = replay.from % (place + 1)
          const past = events.slice(from, from + (replay.length % (place + 2 - from)))
          for (const again of past) board.receive(again)
        })
        const toldOnce = boardWithCard()
        for (const event of events) toldOnce.receive(event)
        expect(cardsOf(board)).toEqual(cardsOf(toldOnce))
      }),
    )
  })
})

const card = generationWith({ id: 'g1' })

const imageEvent = (over: object = {}): GenerationEvent => ({
  name: 'image-changed',
  data: { seq: 11, projectId, generationId: 'g1', imageId: 'g1-0', ...over },
})

describe('applying an event to a generation', () => {
  it('creates it', () => {
    const created = generationWith({ id: 'g2' })
    const data = { ...created, seq: 11, generationId: 'g2' }
    expect(applyEvent(undefined, { name: 'generation-created', data })).toEqual(created)
  })

  it('updates the changed fields of an image and derives the status', () => {
    const after = applyEvent(card, imageEvent({ status: 'completed', imageUrl: '/x' }))
    expect(after?.images[0]).toEqual(imageWith({ id: 'g1-0', status: 'completed', imageUrl: '/x' }))
    expect(after?.status).toBe('running')
  })

  it('keeps the identity of every image that the event does not change', () =>
    expect(applyEvent(card, imageEvent({ status: 'running' }))?.images[1]).toBe(card.images[1]))

  it('moves it without changing the rest', () => {
    const data = { seq: 11, projectId, generationId: 'g1', canvasX: 5, canvasY: 6 }
    expect(applyEvent(card, { name: 'generation-changed', data })).toEqual({ ...card, canvasX: 5, canvasY: 6 })
  })

  it('leaves an unknown one unknown', () =>
    expect(applyEvent(undefined, imageEvent({ status: 'failed' }))).toBeUndefined())
})
