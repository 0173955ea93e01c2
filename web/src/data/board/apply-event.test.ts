import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { imageStatuses } from '#domain/generation/status.ts'
import type { LiveEvent } from '../events/live-event.ts'
import { generationWith, imageWith } from '../testing/builders.ts'
import { applyEvent } from './apply-event.ts'
import { type Board, boardOf } from './board.ts'

const projectId = 'p'
const card = generationWith({ id: 'g1' })
const start = boardOf({ items: [card], seq: 10 })

const imageChanged = (seq: number, over: object = {}): LiveEvent => ({
  name: 'image-changed',
  data: { seq, projectId, generationId: 'g1', imageId: 'g1-0', ...over },
})

describe('a board after an event', () => {
  it('shows a new card', () => {
    const created = generationWith({ id: 'g2' })
    const board = applyEvent(start, {
      name: 'generation-created',
      data: { ...created, seq: 11, generationId: 'g2' },
    })
    expect(board).toEqual({
      seq: 11,
      generations: new Map([
        ['g1', card],
        ['g2', created],
      ]),
    })
  })

  it('takes over the changed fields of an image and derives the status of its card', () => {
    const { generations } = applyEvent(start, imageChanged(11, { status: 'completed', imageUrl: '/x' }))
    expect(generations.get('g1')?.images[0]).toEqual(imageWith({ id: 'g1-0', status: 'completed', imageUrl: '/x' }))
    expect(generations.get('g1')?.status).toBe('running')
  })

  it('keeps the identity of every image that the event does not touch', () => {
    const { generations } = applyEvent(start, imageChanged(11, { status: 'running' }))
    expect(generations.get('g1')?.images[1]).toBe(card.images[1])
  })

  it('moves a card without forgetting the rest of it', () => {
    const { generations } = applyEvent(start, {
      name: 'generation-changed',
      data: { seq: 11, projectId, generationId: 'g1', canvasX: 5, canvasY: 6 },
    })
    expect(generations.get('g1')).toEqual({ ...card, canvasX: 5, canvasY: 6 })
  })

  it('loses a deleted branch', () =>
    expect(
      applyEvent(start, { name: 'generation-deleted', data: { seq: 11, projectId, generationId: 'g1', ids: ['g1'] } })
        .generations.size,
    ).toBe(0))

  it('does not change for an event that it has already seen', () => {
    expect(applyEvent(start, imageChanged(10, { status: 'failed' }))).toBe(start)
    expect(applyEvent(start, imageChanged(3, { status: 'failed' }))).toBe(start)
  })

  it('passes over what it does not know', () =>
    expect(
      applyEvent(start, { name: 'image-changed', data: { seq: 11, projectId, generationId: 'gone', imageId: 'i' } })
        .generations,
    ).toBe(start.generations))
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

/** Gives a list of events its numbers, as the server does. */
const numbered = (events: readonly { name: string; data: { id: string } }[]) =>
  events.map(({ name, data }, place) => {
    const { id, ...fields } = data
    const isCreated = name === 'generation-created'
    return {
      name,
      data: { ...fields, ...(isCreated && { id }), projectId, generationId: id, seq: 11 + place * 2 },
    } as LiveEvent
  })

describe('a stream that repeats itself', () => {
  it('ends where a stream does that tells everything once, however often and from wherever it starts over', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 30 }), fc.array(fc.tuple(fc.nat(), fc.nat())), (loose, replays) => {
        const events = numbered(loose)
        const restarts = new Map(replays.map(([at, from]) => [at % (events.length + 1), from]))
        let board: Board = start
        events.forEach((event, place) => {
          board = applyEvent(board, event)
          const from = restarts.get(place)
          if (from !== undefined) board = events.slice(from % (place + 1), place + 1).reduce(applyEvent, board)
        })
        expect(board).toEqual(events.reduce(applyEvent, start))
      }),
    )
  })
})
