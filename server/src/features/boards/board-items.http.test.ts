import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { applyChangesReply } from '#contract/board/change.ts'
import { type BoardHeader, boardHeader } from '#contract/board/compact-board.ts'
import type { ProjectShape } from '#contract/board/project.ts'
import { type FrameFields, maxFrames, type NoteFields } from '#domain/board/board-item.ts'
import type { BoardChange } from '#domain/board/change.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { makeReviewLink, openReviewLink } from '#server-testing/review-link.ts'
import { openEvents } from '#server-testing/sse-client.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer({ providers: [createInstantProvider()] })
let ada: TestClient
let bob: TestClient
let projectId: string
beforeAll(async () => {
  ada = await signUp(context.server)
  bob = await signUp(context.server)
})
beforeEach(async () => {
  projectId = (await ada.send<ProjectShape>('POST', '/api/projects', { title: 'Walls' })).body.id
})

type Reply = z.infer<typeof applyChangesReply>
const send = (changes: readonly BoardChange[], client = ada, project = projectId) =>
  client.send<Reply>('POST', `/api/projects/${project}/changes`, {
    changes: changes.map((change) => ({ ...change, id: randomUUID() })),
  })
const outcomesOf = ({ body }: { body: Reply }) => body.items.map(({ outcome }) => outcome)
const frame: FrameFields = { title: 'For the client', x: 10, y: -20.5, width: 900, height: 950 }
const note: NoteFields = { text: 'The old photograph\n\n- decides', x: 180, y: 96 }
const putFrame = (frameId: string, over: Partial<FrameFields> = {}): BoardChange => ({
  kind: 'put-frame',
  frameId,
  ...frame,
  ...over,
})
const putNote = (noteId: string, over: Partial<NoteFields> = {}): BoardChange => ({
  kind: 'put-note',
  noteId,
  ...note,
  ...over,
})
async function headerOf(project = projectId, client = ada): Promise<BoardHeader> {
  const response = await client.raw('GET', `/api/projects/${project}/board`)
  return boardHeader.parse(JSON.parse((await response.text()).split('\n')[0] ?? ''))
}
const itemsOf = async (project = projectId) => {
  const { frames, notes } = await headerOf(project)
  return { frames, notes }
}

describe('frames and notes of a board', () => {
  it('are created, changed and removed by changes, and part of the board', async () => {
    const [frameId, noteId, other] = [randomUUID(), randomUUID(), randomUUID()]
    expect(outcomesOf(await send([putFrame(frameId), putNote(noteId), putNote(other)]))).toEqual(
      Array(3).fill('applied'),
    )
    expect(await itemsOf()).toEqual({
      frames: [{ id: frameId, ...frame }],
      notes: [noteId, other].toSorted().map((id) => ({ id, ...note })),
    })
    const changed = await send([
      { kind: 'title-frame', frameId, title: 'Postcards' },
      { kind: 'place-frame', frameId, x: 1, y: 2, width: 300, height: 400 },
      { kind: 'write-note', noteId, text: 'Season is ours.' },
      { kind: 'place-note', noteId, x: 3, y: 4 },
      { kind: 'remove-note', noteId: other },
    ])
    expect(outcomesOf(changed)).toEqual(Array(5).fill('applied'))
    expect(await itemsOf()).toEqual({
      frames: [{ id: frameId, title: 'Postcards', x: 1, y: 2, width: 300, height: 400 }],
      notes: [{ id: noteId, text: 'Season is ours.', x: 3, y: 4 }],
    })
  })

  it('are space that no new card lands on, where it is wanted as well', async () => {
    const root = await ada.settled(await ada.generate({ prompt: 'a fox', projectId }))
    const { canvasX, canvasY } = root
    const text = Array.from({ length: 12 }, (_, line) => `Line ${line}`).join('\n')
    await send([putNote(randomUUID(), { x: canvasX + 1_000, y: canvasY - 300, text })])
    const branch = { projectId, parentGenerationId: root.id, parentImageId: root.images[0]?.id }
    const placed = await ada.generate({ prompt: 'at night', ...branch })
    expect([placed.canvasX, placed.canvasY]).toEqual([canvasX + 1_900, canvasY - 300])
    const wanted = await ada.generate({ prompt: 'by day', projectId, canvasX: canvasX + 700, canvasY: canvasY - 400 })
    expect([wanted.canvasX, wanted.canvasY]).toEqual([canvasX + 1_000, canvasY + 600])
  })

  it('come with a large board too', async () => {
    const card = await ada.settled(await ada.generate({ prompt: 'a fox', projectId }))
    await context.server.database.system.execute(sql`
      insert into generations select (jsonb_populate_record(cards, jsonb_build_object('id', gen_random_uuid()))).*
      from generations cards, generate_series(1, 70) where id = ${card.id}`)
    const noteId = randomUUID()
    await send([putNote(noteId)])
    const header = await headerOf()
    expect([header.count, header.notes]).toEqual([71, [{ id: noteId, ...note }]])
  })

  it('come with events, each in its new state', async () => {
    const stream = await openEvents(context.server, ada.cookie, { after: (await headerOf()).seq })
    const [frameId, noteId] = [randomUUID(), randomUUID()]
    await send([putFrame(frameId), putNote(noteId)])
    const { body } = await send([{ kind: 'remove-frame', frameId }])
    await stream.next(({ id }) => id === body.seq)
    expect(stream.events.map(({ name, data: { seq: _, ...data } }) => [name, data])).toEqual([
      ['frame-changed', { projectId, frameId, frame }],
      ['note-changed', { projectId, noteId, note }],
      ['frame-changed', { projectId, frameId, frame: null }],
    ])
    stream.close()
  })

  it('are changed once by changes that are sent twice at the same time', async () => {
    const noteId = randomUUID()
    const changes = [{ ...putNote(noteId), id: randomUUID() }]
    const path = `/api/projects/${projectId}/changes`
    const replies = await Promise.all([1, 2, 3].map(() => ada.send<Reply>('POST', path, { changes })))
    expect(replies.flatMap(outcomesOf).toSorted()).toEqual(['applied', 'repeated', 'repeated'])
    expect((await itemsOf()).notes).toHaveLength(1)
  })

  it('that are missing make a change do nothing, which may be sent again', async () => {
    const frameId = randomUUID()
    expect(outcomesOf(await send([{ kind: 'title-frame', frameId, title: 'x' }]))).toEqual(['gone'])
    await send([putFrame(frameId), { kind: 'remove-frame', frameId }])
    expect(outcomesOf(await send([{ kind: 'remove-frame', frameId }]))).toEqual(['gone'])
  })

  it.each<[string, object]>([
    ['a blank title', { ...putFrame(randomUUID()), title: '  ' }],
    ['a frame without width', { ...putFrame(randomUUID()), width: 0 }],
    ['a place that is no number', { ...putNote(randomUUID()), x: 'left' }],
    ['a text that is too long', { ...putNote(randomUUID()), text: 'x'.repeat(2_001) }],
    ['an unknown field', { ...putNote(randomUUID()), color: 'red' }],
  ])('are not changed by %s', async (_what, change) => {
    const good = putNote(randomUUID())
    const { status } = await send([good, change as BoardChange])
    expect([status, await itemsOf()]).toEqual([400, { frames: [], notes: [] }])
  })

  it('are limited in number: a batch that is too much changes nothing', async () => {
    const ids = Array.from({ length: maxFrames }, () => randomUUID())
    expect((await send(ids.map((id) => putFrame(id)))).status).toBe(200)
    const refused = await send([putNote(randomUUID()), putFrame(randomUUID())])
    expect([refused.status, refused.body]).toMatchObject([
      413,
      { code: 'too-large', message: 'This project has 500 frames, which is the most there can be.' },
    ])
    expect((await itemsOf()).notes).toEqual([])
    const [first = ''] = ids
    expect((await send([{ kind: 'remove-frame', frameId: first }, putFrame(randomUUID())])).status).toBe(200)
  })

  it('of another user can be neither read nor changed, also where their ids are known', async () => {
    const frameId = randomUUID()
    await send([putFrame(frameId)])
    expect((await send([putFrame(frameId, { title: 'Mine' })], bob)).status).toBe(404)
    const own = (await bob.send<ProjectShape>('POST', '/api/projects', { title: 'Own' })).body.id
    expect(outcomesOf(await send([{ kind: 'remove-frame', frameId }], bob, own))).toEqual(['gone'])
    expect(outcomesOf(await send([putFrame(frameId, { title: 'Mine' })], bob, own))).toEqual(['applied'])
    expect((await itemsOf()).frames).toEqual([{ id: frameId, ...frame }])
  })
})

describe('frames and notes in a review link', () => {
  it('are shown and followed where it shows the project, and copied with it', async () => {
    const [frameId, noteId] = [randomUUID(), randomUUID()]
    await ada.settled(await ada.generate({ prompt: 'a fox', projectId }))
    await send([putFrame(frameId)])
    const visitor = await openReviewLink(context.server, await makeReviewLink(ada, projectId))
    const { frames, notes, version } = await visitor.board()
    expect([frames, notes]).toEqual([[{ id: frameId, ...frame }], []])
    await send([putNote(noteId)])
    expect(await visitor.isChanged(version)).toBe(true)
    const changes = await visitor.changes(version)
    expect(changes.items).toEqual({ frames, notes: [{ id: noteId, ...note }] })
    expect((await visitor.changes(changes.version)).items).toBeNull()
    const fork = await visitor.send<ProjectShape>('POST', '/fork', undefined, `; ${bob.cookie}`)
    const copied = await headerOf(fork.body.id, bob)
    expect(copied.frames).toEqual([{ ...frame, id: expect.any(String) }])
    expect(copied.frames[0]?.id).not.toBe(frameId)
  })

  it('are not part of a link to a branch, nor of its copy', async () => {
    const card = await ada.settled(await ada.generate({ prompt: 'a fox', projectId }))
    await send([putFrame(randomUUID()), putNote(randomUUID())])
    const link = await makeReviewLink(ada, projectId, { generationId: card.id })
    const visitor = await openReviewLink(context.server, link)
    const board = await visitor.board()
    expect([board.frames, board.notes]).toEqual([[], []])
    await send([putNote(randomUUID())])
    expect((await visitor.changes(board.version)).items ?? { frames: [], notes: [] }).toEqual({ frames: [], notes: [] })
    const fork = await visitor.send<ProjectShape>('POST', '/fork', undefined, `; ${bob.cookie}`)
    expect(await headerOf(fork.body.id, bob)).toMatchObject({ frames: [], notes: [] })
  })
})
