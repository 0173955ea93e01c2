import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { RoundShape, SharedRoundShape, SharedRoundsShape } from '#contract/sharing/round.ts'
import { frozenSetText } from '#domain/sharing/round.ts'
import { runOnce } from '#server/background/runner.ts'
import { originalKey } from '#server/pictures/picture-keys.ts'
import { growFoxTree } from '#server-testing/fox-tree.ts'
import { imageOf } from '#server-testing/image-of.ts'
import { makeReviewLink, openReviewLink, type WantedLink } from '#server-testing/review-link.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { visitEmailsTask } from '../sharing/visit-emails.ts'
import { roundRemindersTask } from './round-reminders.ts'

const context = withTestServer()
const execute = (query: ReturnType<typeof sql>) => context.server.database.system.execute(query)

let ada: TestClient
let bob: TestClient
let root: GenerationShape
let leaf: GenerationShape
let imageIds: string[]
beforeAll(async () => {
  ada = await signUp(context.server)
  bob = await signUp(context.server)
  ;({ root, leaf } = await growFoxTree(ada))
  imageIds = [imageOf(leaf, 1), imageOf(root, 2), imageOf(root)]
})

type Visitor = Awaited<ReturnType<typeof openReviewLink>>

const start = (shareId: string, body: object = { imageIds }, key?: string) =>
  ada.send<RoundShape>('POST', `/api/shares/${shareId}/rounds`, body, key ? { 'idempotency-key': key } : {})

async function startedRound(wanted: WantedLink = {}) {
  const link = await makeReviewLink(ada, root.projectId, wanted)
  const { status, body: round } = await start(link.id)
  expect(status).toBe(201)
  const visit = async (name: string) => {
    const visitor = await openReviewLink(context.server, link)
    await visitor.send('PUT', '/name', { name })
    return visitor
  }
  const close = () => ada.send<RoundShape>('POST', `/api/shares/${link.id}/rounds/1/close`)
  const read = async () =>
    (await ada.send<{ items: RoundShape[] }>('GET', `/api/shares/${link.id}/rounds`)).body.items[0]
  return { link, round, visit, close, read }
}

const decide = (visitor: Visitor, proof: number, body: object = { decision: 'approve' }) =>
  visitor.send<SharedRoundShape & { code: string; message: string }>('PUT', `/rounds/1/proofs/${proof}/decision`, body)
const withdraw = (visitor: Visitor, proof: number) =>
  visitor.send<SharedRoundShape>('DELETE', `/rounds/1/proofs/${proof}/decision`)

/** Runs the work with another file in place of the stored original. */
async function withChangedFile(imageId: string, work: () => Promise<void>): Promise<void> {
  const key = originalKey(imageId, 1)
  const original = await context.server.storage.get(key)
  if (!original) throw new Error('There is no file.')
  const changed = Buffer.from(original)
  changed[changed.length - 1] = (changed[changed.length - 1] ?? 0) ^ 1
  await context.server.storage.put(key, changed)
  await work()
  await context.server.storage.put(key, original)
}

describe('POST /api/shares/{id}/rounds', () => {
  it('freezes images in the order of the request, by the hashes of their stored files', async () => {
    const { link, round } = await startedRound()
    expect(round).toMatchObject({ number: 1, shareId: link.id, until: null, closedAt: null, log: [] })
    expect(round.proofs.map(({ number, imageId }) => [number, imageId])).toEqual(imageIds.map((id, at) => [at + 1, id]))
    for (const { imageId, sha256 } of round.proofs) {
      const stored = await context.server.storage.get(originalKey(imageId, 1))
      expect(sha256).toBe(
        createHash('sha256')
          .update(stored ?? '')
          .digest('hex'),
      )
    }
    expect(round.setSha256).toBe(createHash('sha256').update(frozenSetText(round.proofs)).digest('hex'))
    const second = await start(link.id, { imageIds: imageIds.slice(1), until: '2099-01-01T00:00:00.000Z' })
    expect([second.body.number, second.body.until]).toEqual([2, '2099-01-01T00:00:00.000Z'])
    expect(second.body.setSha256).not.toBe(round.setSha256)
  })

  it('starts one round where its reply was lost and it is sent again', async () => {
    const { id } = await makeReviewLink(ada, root.projectId)
    const [first, again] = [await start(id, { imageIds }, 'lost'), await start(id, { imageIds }, 'lost')]
    expect([again.status, again.body]).toEqual([201, first.body])
    expect((await start(id)).body.number).toBe(2)
  })

  it('refuses images that the link does not show, and changes nothing', async () => {
    const branch = await makeReviewLink(ada, root.projectId, { generationId: leaf.id })
    const foreign = await bob.settled(await bob.generate({ prompt: 'mine' }))
    expect((await start(branch.id)).status).toBe(404)
    expect((await start(branch.id, { imageIds: [imageOf(foreign)] })).status).toBe(404)
    expect((await start(branch.id, { imageIds: [] })).status).toBe(400)
    expect((await start(branch.id, { imageIds: [imageOf(leaf), imageOf(leaf)] })).status).toBe(400)
    expect((await start(branch.id, { imageIds: [imageOf(leaf)], until: '2020-01-01T00:00:00.000Z' })).status).toBe(400)
    const { body } = await ada.send<{ items: unknown[] }>('GET', `/api/shares/${branch.id}/rounds`)
    expect(body.items).toEqual([])
  })

  it('keeps showing proofs that leave what the link shows', async () => {
    await ada.send('PUT', `/api/images/${imageIds[0]}/feedback/star`)
    const link = await makeReviewLink(ada, root.projectId, { showsStarred: true })
    await start(link.id, { imageIds: imageIds.slice(0, 1) })
    await ada.send('DELETE', `/api/images/${imageIds[0]}/feedback/star`)
    const visitor = await openReviewLink(context.server, link)
    expect((await visitor.board()).cards).toEqual([])
    const file = (id = '') =>
      context.server.app.request(`/api/shared/${link.id}/images/${id}/file`, { headers: { cookie: visitor.cookie } })
    expect([(await file(imageIds[0])).status, (await file(imageIds[1])).status]).toEqual([200, 404])
    await visitor.send('PUT', '/name', { name: 'Vera' })
    expect((await decide(visitor, 1)).status).toBe(200)
  })

  it('is not there for other users', async () => {
    const { link, round } = await startedRound()
    for (const [method, path] of [
      ['GET', `/api/shares/${link.id}/rounds`],
      ['POST', `/api/shares/${link.id}/rounds/1/close`],
      ['GET', `/api/projects/${root.projectId}/rounds`],
    ] as const)
      expect((await bob.send(method, path)).status).toBe(404)
    const body = { imageIds: round.proofs.map(({ imageId }) => imageId) }
    expect((await bob.send('POST', `/api/shares/${link.id}/rounds`, body)).status).toBe(404)
  })
})

describe('a reviewer', () => {
  it('approves, changes their mind and takes it back, and all of it is in the log', async () => {
    const { visit, read, round } = await startedRound()
    const vera = await visit('Vera')
    expect((await decide(vera, 3)).body.proofs[2]).toMatchObject({
      state: 'approved',
      decisions: [{ author: 'Vera', decision: 'approve', words: null, isYours: true }],
    })
    const words = 'The ear is odd.'
    expect((await decide(vera, 3, { decision: 'changes', words })).body.proofs[2]?.state).toBe('changes')
    expect((await withdraw(vera, 3)).body.proofs[2]).toMatchObject({ state: 'waiting', decisions: [] })
    expect((await withdraw(vera, 3)).status).toBe(200)
    const { sha256 } = round.proofs[2] ?? {}
    expect((await read())?.log).toMatchObject([
      { kind: 'withdrawn', proof: 3, author: 'Vera', words: null, sha256 },
      { kind: 'changes', proof: 3, author: 'Vera', words, sha256 },
      { kind: 'approve', proof: 3, author: 'Vera', words: null, sha256 },
    ])
    await expect(execute(sql`update round_log set words = 'Fine.'`)).rejects.toThrow()
  })

  it('decides once where the reply was lost and it is sent again', async () => {
    const { visit, read } = await startedRound()
    const vera = await visit('Vera')
    const version = (await vera.feedback()).version
    await decide(vera, 1)
    const after = (await vera.feedback()).version
    expect(after).not.toBe(version)
    expect((await decide(vera, 1)).status).toBe(200)
    expect((await vera.feedback()).version).toBe(after)
    expect((await read())?.log).toHaveLength(1)
  })

  it('decides at the same time as others, each for themselves', async () => {
    const { visit, read } = await startedRound()
    const [vera, kay] = [await visit('Vera'), await visit('Kay')]
    const decided = await Promise.all(
      [1, 2, 3].flatMap((proof) => [decide(vera, proof), decide(kay, proof, { decision: 'changes' })]),
    )
    expect(decided.map(({ status }) => status)).toEqual(Array(6).fill(200))
    const round = await read()
    expect(round?.proofs.map(({ state, decisions }) => [state, decisions.length])).toEqual(
      Array(3).fill(['changes', 2]),
    )
    expect(round?.log).toHaveLength(6)
    await withdraw(kay, 1)
    const { body } = await vera.send<SharedRoundsShape>('GET', '/rounds')
    expect(body.items[0]?.proofs[0]).toMatchObject({
      state: 'approved',
      decisions: [{ author: 'Vera', isYours: true }],
    })
  })

  it('can not decide about a file that is another one, and keeps what they decided before', async () => {
    const { visit, read } = await startedRound()
    const vera = await visit('Vera')
    await decide(vera, 1)
    await withChangedFile(imageIds[0] ?? '', async () => {
      const refused = await decide(vera, 1, { decision: 'changes' })
      expect(refused.status).toBe(409)
      expect(refused.body.message).toContain('not the approved one')
    })
    expect((await read())?.proofs[0]?.state).toBe('approved')
    expect((await decide(vera, 1, { decision: 'changes' })).status).toBe(200)
  })

  it('needs a name, a link that grants it, and a proof of it', async () => {
    const { link } = await startedRound()
    const unnamed = await openReviewLink(context.server, link)
    expect((await decide(unnamed, 1)).status).toBe(422)
    expect((await decide(unnamed, 4)).status).toBe(404)
    expect((await decide(unnamed, 201)).status).toBe(400)
    for (const grants of ['look', 'comment'] as const) {
      const vera = await (await startedRound({ grants })).visit('Vera')
      expect((await decide(vera, 1)).status).toBe(403)
      expect((await vera.send<SharedRoundsShape>('GET', '/rounds')).body.canDecide).toBe(false)
      const comment = { imageId: imageOf(root), text: 'Nice.' }
      expect((await vera.send('POST', '/comments', comment)).status).toBe(grants === 'look' ? 403 : 201)
      expect((await vera.send('PUT', `/likes/${imageOf(root)}`)).status).toBe(grants === 'look' ? 403 : 200)
    }
  })

  it('can change nothing once the round is closed, and nothing at all once the link has ended', async () => {
    const { link, visit, close, read } = await startedRound()
    const vera = await visit('Vera')
    await decide(vera, 1)
    const closed = await close()
    expect(closed.body.closedAt).not.toBeNull()
    expect((await close()).body).toEqual(closed.body)
    for (const refused of [await decide(vera, 1, { decision: 'changes' }), await withdraw(vera, 1)])
      expect([refused.status, Object(refused.body).message]).toEqual([
        409,
        'This round is closed. Its decisions can not be changed any more.',
      ])
    await start(link.id)
    await ada.send('DELETE', `/api/shares/${link.id}`)
    expect((await decide(vera, 1)).status).toBe(404)
    expect((await withdraw(vera, 1)).status).toBe(404)
    expect((await vera.send('GET', '/rounds')).status).toBe(404)
    // Its owner keeps the record, and can close what is open.
    expect((await read())?.number).toBe(2)
    expect((await ada.send('POST', `/api/shares/${link.id}/rounds/2/close`)).status).toBe(200)
    const { body } = await ada.send<{ items: RoundShape[] }>('GET', `/api/projects/${root.projectId}/rounds`)
    expect(body.items.find(({ id }) => id === closed.body.id)?.proofs[0]?.state).toBe('approved')
  })

  it('reads no prompt, setting or owner in any reply where the link hides prompts', async () => {
    const { visit } = await startedRound({ showsPrompts: false })
    const vera = await visit('Vera')
    const replies = [
      await decide(vera, 1),
      await decide(vera, 9),
      await withdraw(vera, 1),
      await vera.send('GET', '/rounds'),
    ]
    const bytes = JSON.stringify(replies.map(({ body }) => body))
    expect(bytes).not.toMatch(/fox|owl|Sketch|sketch|seed|remix|"1:1"|storage/)
    expect(bytes).not.toContain(ada.userId)
    expect(bytes).not.toContain(root.projectId)
  })
})

describe('the owner of a round', () => {
  it('is told of decisions by the event stream and one email', async () => {
    await execute(sql`update users set email_verified = true where id = ${ada.userId}`)
    await execute(sql`delete from visit_emails`)
    const { visit } = await startedRound()
    const vera = await visit('Vera')
    await decide(vera, 1)
    await decide(vera, 2, { decision: 'changes', words: 'Warmer.' })
    await decide(vera, 3)
    await withdraw(vera, 3)
    const { rows } = await execute(sql`select data -> 'decision' as decision from events
      where user_id = ${ada.userId} and data ? 'decision' order by seq desc limit 3`)
    expect(rows[1]?.decision).toEqual({ round: 1, proof: 2, author: 'Vera', decision: 'changes', words: 'Warmer.' })
    await execute(sql`update visit_emails set due_at = now() where user_id = ${ada.userId}`)
    const sent: string[][] = []
    const sendVisitEmail = async ({ quotes }: { quotes: readonly { text: string }[] }) =>
      void sent.push(quotes.map(({ text }) => text))
    await runOnce(visitEmailsTask({ db: context.server.database.system, sendVisitEmail }))
    expect(sent).toEqual([['Approved proof 1 of round 1.', 'Asked for changes to proof 2 of round 1: Warmer.']])
  })

  it('is reminded once, a day before the date, while proofs wait for a decision', async () => {
    await execute(sql`update users set email_verified = true where id = ${ada.userId}`)
    await execute(sql`update review_rounds set remind_at = null`)
    const link = await makeReviewLink(ada, root.projectId)
    await start(link.id, { imageIds, until: new Date(Date.now() + 2 * 86_400_000).toISOString() })
    await start(link.id, { imageIds, until: new Date(Date.now() + 3_600_000).toISOString() })
    const sent: unknown[] = []
    const task = roundRemindersTask({
      db: context.server.database.system,
      sendRoundEmail: async (round) => void sent.push(round),
    })
    await runOnce(task)
    await runOnce(task)
    expect(sent).toMatchObject([{ round: 2, waiting: 3, proofs: 3, projectId: root.projectId }])
    await execute(sql`update review_rounds set remind_at = now() where share_id = ${link.id} and number = 1`)
    await ada.send('POST', `/api/shares/${link.id}/rounds/1/close`)
    await runOnce(task)
    expect(sent).toHaveLength(1)
  })
})
