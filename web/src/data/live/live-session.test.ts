import { ORPCError } from '@orpc/client'
import { describe, expect, it } from 'vitest'
import { generation, image, uuid } from '#contract/testing/builders.ts'
import { imageIdOf } from '#domain/generation/image-id.ts'
import { queryClient } from '../http/query-client.ts'
import { createSimulatedSession } from '../testing/simulated-session.ts'
import { referencesQuery } from '../words/named-references.ts'
import { savedPromptsQuery } from '../words/saved-prompts.ts'
import { wordListsQuery } from '../words/word-lists.ts'
import { evictAfterMs } from './live-session.ts'

const projectId = uuid(1)
const cardWith = (id: string, over: Partial<Parameters<typeof generation>[0]> = {}) =>
  generation({
    id,
    projectId,
    images: [0, 1].map((orderNum) => image({ id: imageIdOf(id, orderNum), generationId: id, orderNum })),
    ...over,
  })
const [first, second] = [uuid(10), uuid(20)]
const finished = [first, second].map((id) =>
  cardWith(id, {
    status: 'completed',
    images: [image({ id: imageIdOf(id, 0), generationId: id, status: 'completed' })],
  }),
)
const place = (generationId: string, canvasX: number) => ({ kind: 'place', generationId, canvasX, canvasY: 0 }) as const

describe('live session', () => {
  it('reads a board once, applies its events from the number of the list, and shows them', async () => {
    const { open, server, sources, readings, settle, broadcast } = createSimulatedSession(finished)
    const session = open()
    session.start()
    const board = session.boards.get(projectId)
    expect(session.boards.get(projectId)).toBe(board)
    await settle()
    server.apply([{ id: uuid(90), ...place(first, 55) }])
    broadcast(10)
    expect([readings.length, sources.map(({ address }) => address)]).toEqual([1, ['/api/events?after=10']])
    expect(board.cards.get(first)?.x).toBe(55)
  })

  it('keeps what a page is to open on until the page is shown, however often it is rendered before', () => {
    const session = createSimulatedSession(finished).open()
    expect(session.handedOver(projectId)).toBeNull()
    session.handOver(projectId, { kind: 'whole' })
    expect([session.handedOver(projectId), session.handedOver(projectId)]).toEqual([
      { kind: 'whole' },
      { kind: 'whole' },
    ])
    session.forgetHandedOver(projectId)
    expect(session.handedOver(projectId)).toBeNull()
  })

  it('reads a board again when a race that hid names on it has a winner, and not when one begins', async () => {
    const { open, sources, readings, settle } = createSimulatedSession(finished)
    const session = open()
    session.start()
    session.boards.get(projectId)
    await settle()
    const race = { seq: 11, seriesId: uuid(70), projectId, kind: 'race', hidesNames: true, steps: [] }
    sources.at(-1)?.sends('series-changed', { ...race, winnerImageId: null, createdAt: '2026-11-21T10:00:00.000Z' })
    await settle()
    expect(readings).toHaveLength(1)
    sources
      .at(-1)
      ?.sends('series-changed', { ...race, seq: 12, winnerImageId: uuid(71), createdAt: '2026-11-21T10:00:00.000Z' })
    await settle()
    expect(readings).toHaveLength(2)
  })

  it('shows an optimistic change, sends it once the server answers, and removes it when its event arrives', async () => {
    const { open, server, settle, advance, failWith, edit, broadcast } = createSimulatedSession(finished)
    const session = open()
    session.start()
    const board = session.boards.get(projectId)
    await settle()
    failWith(new TypeError('Failed to fetch'))
    edit(session, place(first, 77))
    await settle()
    expect([board.cards.get(first)?.x, session.outbox.state.get()]).toMatchObject([77, { waiting: 1, isStuck: true }])
    failWith(null)
    await advance(1_000)
    broadcast(10)
    expect([board.cards.get(first)?.x, session.outbox.state.get().waiting]).toEqual([77, 0])
    expect(server.list().find(({ id }) => id === first)?.canvasX).toBe(77)
  })

  it('shows and sends the pending changes that an earlier page has stored', async () => {
    const { open, server, settle, failWith, edit, broadcast } = createSimulatedSession(finished)
    const before = open()
    before.start()
    before.boards.get(projectId)
    await settle()
    failWith(new TypeError('Failed to fetch'))
    edit(before, place(second, 99))
    await settle()
    before.stop()
    failWith(null)

    const session = open()
    const board = session.boards.get(projectId)
    session.start()
    await settle()
    broadcast(10)
    expect([board.cards.get(second)?.x, server.list().find(({ id }) => id === second)?.canvasX]).toEqual([99, 99])
  })

  it('evicts a board without viewers after a while, and reads it again on request', async () => {
    const { open, readings, settle, advance } = createSimulatedSession(finished)
    const session = open()
    session.start()
    const stopViewing = session.boards.view(projectId)
    const board = session.boards.get(projectId)
    await advance(evictAfterMs)
    expect(session.boards.find(projectId)).toBe(board)
    stopViewing()
    await advance(evictAfterMs - 1)
    expect(session.boards.get(projectId)).toBe(board)
    await advance(1)
    expect(session.boards.find(projectId)).toBeUndefined()
    expect(session.boards.get(projectId)).not.toBe(board)
    await settle()
    expect(readings).toEqual([projectId, projectId])
  })

  it('reads viewed boards again on a reset, and evicts the others', async () => {
    const { open, readings, sources, settle } = createSimulatedSession(finished)
    const session = open()
    session.start()
    session.boards.view(projectId)
    session.boards.get(uuid(2))
    await settle()
    sources.at(-1)?.sends('reset', { seq: 90 })
    await settle()
    expect(readings).toEqual([projectId, uuid(2), projectId])
    expect([session.boards.find(uuid(2)), session.boards.find(projectId)?.cards.size]).toEqual([undefined, 2])
  })

  it('keeps the board of a running generation open, and reports its end once', async () => {
    const { open, sources, settle, advance } = createSimulatedSession(finished)
    const session = open()
    session.start()
    const ended: string[] = []
    session.onGenerationEnd(({ id }) => ended.push(id))
    const running = cardWith(uuid(30))
    session.adopt(running)
    await settle()
    await advance(evictAfterMs)
    expect([session.boards.find(projectId)?.projectId, session.running.get().size]).toEqual([projectId, 1])
    for (const [place, { id }] of running.images.entries())
      sources.at(-1)?.sends('image-changed', {
        seq: 100 + place,
        projectId,
        generationId: running.id,
        imageId: id,
        status: 'completed',
      })
    expect([ended, session.running.get().size]).toEqual([[running.id], 0])
    await advance(evictAfterMs)
    expect(session.boards.find(projectId)).toBeUndefined()
  })

  it('reports a generation that ended while no page was open, and expects it no more', async () => {
    const running = cardWith(uuid(30))
    const { open, server, storage, settle } = createSimulatedSession([...finished, running])
    const before = open()
    before.start()
    before.boards.get(projectId)
    await settle()
    expect(before.running.get().size).toBe(1)
    before.stop()
    const images = running.images.map((each) => ({ ...each, status: 'completed' as const }))
    server.make({ ...running, images, status: 'completed' })

    const session = open()
    const ended: string[] = []
    session.onGenerationEnd(({ id }) => ended.push(id))
    session.start()
    await settle()
    expect([ended, storage.all.read('running')]).toEqual([[running.id], undefined])
  })

  it('expects no generation of a project that is gone', async () => {
    const { open, storage, settle, failWith } = createSimulatedSession(finished)
    storage.all.write('running', [{ generationId: uuid(30), projectId }])
    failWith(new ORPCError('not-found', { status: 404 }))
    open().start()
    await settle()
    expect(storage.all.read('running')).toBeUndefined()
  })

  it('starts the stream without a number where no board is read', async () => {
    const { open, sources, advance } = createSimulatedSession(finished)
    open().start()
    await advance(2_000)
    expect(sources.map(({ address }) => address)).toEqual(['/api/events'])
  })

  it('closes the stream and drops its boards when it is stopped', async () => {
    const { open, sources, settle } = createSimulatedSession(finished)
    const session = open()
    session.start()
    session.boards.get(projectId)
    await settle()
    session.stop()
    expect([sources.at(-1)?.readyState, session.boards.find(projectId), session.isStopped()]).toEqual([
      2,
      undefined,
      true,
    ])
  })

  it.each([
    ['saved-prompts', savedPromptsQuery('').queryKey],
    ['word-lists', wordListsQuery.queryKey],
    ['references', referencesQuery.queryKey],
  ])('reads %s again when another tab has changed them, and the other lists not', async (kind, changed) => {
    const { open, sources, settle } = createSimulatedSession(finished)
    const session = open()
    session.start()
    session.boards.get(projectId)
    await settle()
    const keys = [savedPromptsQuery('').queryKey, wordListsQuery.queryKey, referencesQuery.queryKey]
    for (const key of keys) queryClient.setQueryData(key, [])
    const stale = () => keys.filter((key) => queryClient.getQueryState(key)?.isInvalidated)
    sources.at(-1)?.sends('words-changed', { seq: 11, kind })
    expect(stale()).toEqual([changed])
    sources.at(-1)?.sends('reset', { seq: 90 })
    expect(stale()).toEqual(keys)
    session.stop()
  })
})
