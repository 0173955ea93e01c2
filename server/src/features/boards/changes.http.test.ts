import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { applyChangesReply } from '#contract/board/change.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { BoardChange } from '#domain/board/change.ts'
import { openEvents } from '#server-testing/sse-client.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer({ variables: { ROLES: 'web' } })
let ada: TestClient
let bob: TestClient
beforeAll(async () => {
  ada = await signUp(context.server)
  bob = await signUp(context.server)
})

type Reply = z.infer<typeof applyChangesReply>
type Sent = BoardChange & { id: string }
const withId = (change: BoardChange): Sent => ({ ...change, id: randomUUID() })
const send = (projectId: string, changes: readonly unknown[], client = ada) =>
  client.send<Reply>('POST', `/api/projects/${projectId}/changes`, { changes })
const outcomesOf = ({ body }: { body: Reply }) => body.items.map(({ outcome }) => outcome)
const board = async (projectId: string) =>
  (await ada.send<{ items: GenerationShape[]; seq: number }>('GET', `/api/projects/${projectId}/generations`)).body
const cardsById = async (projectId: string) => new Map((await board(projectId)).items.map((card) => [card.id, card]))
const place = (generationId: string, canvasX: number, canvasY = 0): BoardChange => ({
  kind: 'place',
  generationId,
  canvasX,
  canvasY,
})

/** A card with a branch, and one beside them. */
async function smallBoard() {
  const root = await ada.generate({ prompt: 'a fox' })
  const { projectId } = root
  const image = root.images[0]?.id ?? ''
  await context.server.database.system.execute(
    `update generated_images set status = 'completed', storage_key = 'images/none' where id = '${image}'`,
  )
  const branch = await ada.generate({ prompt: 'a fox at night', parentGenerationId: root.id })
  const other = await ada.generate({ prompt: 'an owl', projectId })
  return { projectId, root, branch, other, image }
}

describe('a batch of changes', () => {
  it('is refused with a code of its own where another account made it', async () => {
    const { projectId, root } = await smallBoard()
    const path = `/api/projects/${projectId}/changes`
    const changes = [withId(place(root.id, 12, 34))]
    const refused = await bob.send<{ code: string }>('POST', path, { changes, userId: ada.userId })
    expect([refused.status, refused.body.code]).toEqual([409, 'other-account'])
    expect((await ada.send('POST', path, { changes, userId: ada.userId })).status).toBe(200)
  })

  it('is refused like any other call of a page of another account, which names its user', async () => {
    const { projectId } = await smallBoard()
    const named = { 'x-espalier-account': ada.userId }
    for (const [method, path, body] of [
      ['POST', '/api/projects', { title: 'Hers' }],
      ['PATCH', `/api/projects/${projectId}`, { title: 'Hers' }],
      ['GET', '/api/projects', undefined],
    ] as const) {
      const refused = await bob.send<{ code: string }>(method, path, body, named)
      expect([path, refused.status, refused.body.code]).toEqual([path, 409, 'other-account'])
      expect((await ada.send(method, path, body, named)).status).toBeLessThan(300)
    }
  })

  it('is refused as the end of a session, as a stream of events or as an export of another account', async () => {
    const named = { 'x-espalier-account': ada.userId }
    for (const refused of [
      await bob.send<{ code: string }>('POST', '/api/auth/sign-out', {}, named),
      await bob.send<{ code: string }>('GET', `/api/events?user=${ada.userId}`),
      await bob.send<{ code: string }>('POST', `/api/account/export?user=${ada.userId}`),
    ])
      expect([refused.status, refused.body.code]).toEqual([409, 'other-account'])
    expect((await bob.send('GET', '/api/projects')).status).toBe(200)
  })

  it('changes cards, feedback and the title together, and returns the number of its last event', async () => {
    const { projectId, root, other, image } = await smallBoard()
    const before = (await board(projectId)).seq
    const stream = await openEvents(context.server, ada.cookie, { after: before })
    const reply = await send(
      projectId,
      [
        place(root.id, 12, 34),
        { kind: 'collapse', generationId: root.id, isCollapsed: true } as const,
        { kind: 'feedback', imageId: image, feedbackType: 'star', isGiven: true } as const,
        { kind: 'feedback', imageId: image, feedbackType: 'like', isGiven: true } as const,
        { kind: 'delete', generationId: other.id } as const,
        { kind: 'rename', title: 'Foxes' } as const,
      ].map(withId),
    )
    expect([reply.status, outcomesOf(reply)]).toEqual([200, Array(6).fill('applied')])
    expect(reply.body.items[4]?.ids).toEqual([other.id])
    const cards = await cardsById(projectId)
    expect(cards.get(root.id)).toMatchObject({ canvasX: 12, canvasY: 34, isCollapsed: true })
    expect(cards.get(root.id)?.images[0]?.feedback).toEqual(['star', 'like'])
    expect(cards.has(other.id)).toBe(false)
    expect((await ada.send('GET', `/api/projects/${projectId}`)).body).toMatchObject({
      title: 'Foxes',
      generationCount: 2,
    })
    expect(reply.body.seq).toBe((await board(projectId)).seq)
    const renamed = await stream.next(({ name }) => name === 'project-changed')
    expect(renamed.id).toBe(reply.body.seq)
    const moved = stream.events.filter(({ name }) => name === 'generation-changed' || name === 'generation-deleted')
    expect(moved.map(({ data: { seq: _, ...data } }) => data)).toEqual([
      { projectId, generationId: other.id, status: 'cancelled' },
      { projectId, generationId: other.id, ids: [other.id] },
      { projectId, generationId: root.id, canvasX: 12, canvasY: 34, isCollapsed: true },
    ])
    stream.close()
  })

  it('is applied once, however often and concurrently it is sent', async () => {
    const { projectId, root, image } = await smallBoard()
    const changes = [
      place(root.id, 1),
      { kind: 'feedback', imageId: image, feedbackType: 'like', isGiven: true } as const,
    ].map(withId)
    const before = (await board(projectId)).seq
    const replies = await Promise.all(Array.from({ length: 6 }, () => send(projectId, changes)))
    const outcomes = replies.map((reply) => outcomesOf(reply).join())
    expect(outcomes.filter((each) => each === 'applied,applied')).toHaveLength(1)
    expect(outcomes.filter((each) => each === 'repeated,repeated')).toHaveLength(5)
    expect((await board(projectId)).seq - before).toBeLessThanOrEqual(2 + 2)
    await ada.send('PATCH', `/api/generations/${root.id}`, { canvasX: 99, canvasY: 99 })
    const late = await send(projectId, changes)
    expect([outcomesOf(late), late.body.seq]).toEqual([['repeated', 'repeated'], (await board(projectId)).seq])
    expect((await cardsById(projectId)).get(root.id)?.canvasX).toBe(99)
  })

  it('takes ids in capitals for the same, as some programs write them', async () => {
    const noteId = randomUUID()
    const put = { kind: 'put-note', noteId, text: 'Walls', x: 0, y: 0 }
    const { projectId } = await ada.generate({ prompt: 'a fox' })
    const first = await send(projectId, [{ id: randomUUID().toUpperCase(), ...put }])
    const written = { id: randomUUID(), kind: 'write-note', noteId: noteId.toUpperCase(), text: 'Doors' }
    const second = await send(projectId, [written])
    expect([...outcomesOf(first), ...outcomesOf(second)]).toEqual(['applied', 'applied'])
  })

  it('applies an id that it contains twice once', async () => {
    const { projectId, root } = await smallBoard()
    const change = withId(place(root.id, 5))
    expect(outcomesOf(await send(projectId, [change, change]))).toEqual(['applied', 'repeated'])
  })

  it('reports what is missing, changes nothing there, and is applied when it is back', async () => {
    const { projectId, root, branch, image } = await smallBoard()
    const strangers = await bob.generate({ prompt: 'not yours' })
    const elsewhere = await ada.generate({ prompt: 'in another project' })
    await ada.send('DELETE', `/api/generations/${root.id}`)
    const changes = [
      place(branch.id, 7),
      place(strangers.id, 7),
      place(elsewhere.id, 7),
      place(randomUUID(), 7),
      { kind: 'feedback', imageId: image, feedbackType: 'like', isGiven: true } as const,
      { kind: 'feedback', imageId: strangers.images[0]?.id ?? '', feedbackType: 'like', isGiven: true } as const,
      { kind: 'delete', generationId: branch.id } as const,
      { kind: 'restore', generationId: strangers.id } as const,
    ].map(withId)
    const before = (await board(projectId)).seq
    const reply = await send(projectId, changes)
    expect(outcomesOf(reply)).toEqual(Array(8).fill('gone'))
    expect(reply.body.seq).toBe(before)
    await ada.send('POST', `/api/generations/${root.id}/restore`)
    expect(outcomesOf(await send(projectId, changes.slice(0, 2)))).toEqual(['applied', 'gone'])
    expect((await cardsById(projectId)).get(branch.id)?.canvasX).toBe(7)
  })

  it('deletes and restores whole branches, and cancels their unfinished images', async () => {
    const { projectId, root, branch } = await smallBoard()
    const deleted = await send(projectId, [withId({ kind: 'delete', generationId: root.id })])
    expect(deleted.body.items[0]?.ids).toEqual([root.id, branch.id])
    const restored = await send(projectId, [withId({ kind: 'restore', generationId: root.id })])
    expect(restored.body.items[0]?.ids).toEqual([root.id, branch.id])
    expect((await cardsById(projectId)).get(branch.id)).toMatchObject({
      status: 'cancelled',
      parentGenerationId: root.id,
    })
  })

  it('restores separately what one batch deleted in several steps', async () => {
    const { projectId, root, branch } = await smallBoard()
    await send(
      projectId,
      [branch.id, root.id].map((generationId) => withId({ kind: 'delete', generationId })),
    )
    const restored = await send(projectId, [withId({ kind: 'restore', generationId: root.id })])
    expect(restored.body.items[0]?.ids).toEqual([root.id])
  })

  it('moves 500 cards of a large board at once, and no other', async () => {
    const { projectId, root } = await smallBoard()
    await context.server.database.system.execute(`
      insert into generations select (jsonb_populate_record(g, jsonb_build_object('id', gen_random_uuid()))).*
      from generations g, generate_series(1, 2000) where id = '${root.id}'`)
    const before = await board(projectId)
    const moved = before.items.slice(0, 500).map((card, index) => withId(place(card.id, index, 7_000)))
    const reply = await send(projectId, moved)
    expect(new Set(outcomesOf(reply))).toEqual(new Set(['applied']))
    const after = await cardsById(projectId)
    const placeOf = (id: string) => [after.get(id)?.canvasX, after.get(id)?.canvasY]
    for (const [index, card] of before.items.entries())
      expect(placeOf(card.id)).toEqual(index < 500 ? [index, 7_000] : [card.canvasX, card.canvasY])
  })

  it.each([
    ['nothing', []],
    ['more than 500', Array.from({ length: 501 }, () => withId(place(randomUUID(), 0)))],
    ['a place without a number', [{ ...withId(place(randomUUID(), 0)), canvasX: '0' }]],
    ['no id', [place(randomUUID(), 0)]],
    ['an unknown kind', [{ id: randomUUID(), kind: 'burn', generationId: randomUUID() }]],
    ['a blank title', [withId({ kind: 'rename', title: ' ' })]],
  ])('refuses %s', async (_, changes) => {
    const { projectId } = await smallBoard()
    expect((await send(projectId, changes)).status).toBe(400)
    expect((await send(projectId, changes, bob)).status).toBe(404)
  })

  it('is refused for a project of another user, or in the trash', async () => {
    const { projectId, root } = await smallBoard()
    const change = withId(place(root.id, 5))
    expect((await send(projectId, [change], bob)).status).toBe(404)
    await ada.send('DELETE', `/api/projects/${projectId}`)
    expect((await send(projectId, [change])).status).toBe(404)
    await ada.send('POST', `/api/projects/${projectId}/restore`)
    expect(outcomesOf(await send(projectId, [change]))).toEqual(['applied'])
  })
})
