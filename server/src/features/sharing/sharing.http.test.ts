import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ActivityShape } from '#contract/account/activity.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { MadeShareShape, ShareShape } from '#contract/sharing/share.ts'
import { sharedBoardHeader, sharedCardShape } from '#contract/sharing/shared-board.ts'
import { xmpPacket } from '#domain/records/xmp-packet.ts'
import { growFoxTree } from '#server-testing/fox-tree.ts'
import { imageOf } from '#server-testing/image-of.ts'
import { makeReviewLink, openReviewLink, type WantedLink } from '#server-testing/review-link.ts'
import { sendOpen, signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer()
const execute = (query: ReturnType<typeof sql>) => context.server.database.system.execute(query)

let ada: TestClient
let root: GenerationShape
let branch: GenerationShape
let leaf: GenerationShape
let other: GenerationShape
beforeAll(async () => {
  ada = await signUp(context.server)
  ;({ root, branch, leaf, other } = await growFoxTree(ada))
})

const makeLink = (wanted: WantedLink = {}, projectId = root.projectId) => makeReviewLink(ada, projectId, wanted)
const openLink = (link: MadeShareShape) => openReviewLink(context.server, link)

describe('a link to a project', () => {
  it('shows its cards, its pictures and the first name of the owner, and nothing else', async () => {
    const visitor = await openLink(await makeLink())
    const board = await visitor.board()
    const { cards, ...header } = board
    expect(sharedBoardHeader.parse(header)).toEqual(header)
    expect(sharedCardShape.array().parse(cards)).toEqual(cards)
    expect(board.count).toBe(cards.length)
    expect(board.cards.map(({ id }) => id)).toEqual([root, branch, leaf, other].map(({ id }) => id))
    expect(board).toMatchObject({ ownerName: 'Ada', scope: 'project', visitorName: null, showsPrompts: true })
    expect(board.cards[1]).toMatchObject({
      recipe: { prompt: 'the fox at night', model: 'Sketch', aspectRatio: '1:1' },
      parentGenerationId: root.id,
      parentImageId: imageOf(root, 1),
    })
    expect(JSON.stringify(board)).not.toMatch(/email|storage|price|@example|\/api\//)
    expect(JSON.stringify(board)).not.toContain(ada.userId)
    expect(JSON.stringify(board)).not.toContain(root.projectId)
  })

  it('hides all prompts and settings where its owner wants that', async () => {
    const visitor = await openLink(await makeLink({ showsPrompts: false }))
    const board = await visitor.board()
    expect(board.cards.map(({ recipe }) => recipe)).toEqual([null, null, null, null])
    expect(board.title).toBeNull()
    expect(JSON.stringify(board)).not.toMatch(/fox|owl|Sketch|sketch|seed|remix|"1:1"/)
  })

  it('of a branch does not tell the prompts above it by the title of the project', async () => {
    const board = await (await openLink(await makeLink({ generationId: branch.id }))).board()
    expect(board.title).toBe('the fox at night')
  })

  it('delivers pictures of screen size at most, with the mark of their origin and no metadata of the original', async () => {
    const visitor = await openLink(await makeLink({ showsPrompts: false }))
    for (const size of [64, 512, 1_536]) {
      const path = `/api/shared/${visitor.id}/images/${imageOf(root)}/file?size=${size}`
      const reply = await context.server.app.request(path, { headers: { cookie: visitor.cookie } })
      const bytes = Buffer.from(await reply.arrayBuffer())
      expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
      const { format, width = 0, xmp, exif } = await sharp(bytes).metadata()
      const mark = xmpPacket({ record: null, source: 'algorithmicMedia' })
      expect([format, xmp?.toString(), exif, width <= size]).toEqual(['webp', mark, undefined, true])
      expect(bytes.includes('fox')).toBe(false)
    }
    const original = `/api/shared/${visitor.id}/images/${imageOf(root)}/file?size=original`
    expect((await context.server.app.request(original, { headers: { cookie: visitor.cookie } })).status).toBe(400)
  })

  it('is excluded from search engines, caches and Referers', async () => {
    const visitor = await openLink(await makeLink())
    const { headers } = await visitor.send('GET', '/feedback')
    expect(headers.get('x-robots-tag')).toContain('noindex')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toContain('no-store')
    const opened = await sendOpen(context.server, 'POST', '/api/shared/visits', {
      body: { token: (await makeLink()).address.split('#')[1] },
    })
    expect(opened.headers.get('set-cookie')).toMatch(
      /^espalier-visit-[^;]+; Path=\/api\/shared; HttpOnly; SameSite=Strict$/,
    )
  })
})

describe('a link to a branch', () => {
  it('shows the card and its descendants, and does not reveal its parent', async () => {
    const visitor = await openLink(await makeLink({ generationId: branch.id }))
    const { cards, scope } = await visitor.board()
    expect(scope).toBe('branch')
    expect(cards.map(({ id, parentGenerationId }) => [id, parentGenerationId])).toEqual([
      [branch.id, null],
      [leaf.id, branch.id],
    ])
    expect(JSON.stringify(cards)).not.toContain(root.id)
    const statusOf = async (card: GenerationShape) =>
      (
        await context.server.app.request(`/api/shared/${visitor.id}/images/${imageOf(card)}/file`, {
          headers: { cookie: visitor.cookie },
        })
      ).status
    expect(await Promise.all([branch, leaf, root, other].map(statusOf))).toEqual([200, 200, 404, 404])
  })

  it('can not be created for another user’s card, or for one of another project', async () => {
    const bob = await signUp(context.server)
    const mine = await bob.generate({ prompt: 'mine' })
    const body = { expiry: 'never', showsPrompts: true, generationId: branch.id }
    expect((await bob.send('POST', `/api/projects/${mine.projectId}/shares`, body)).status).toBe(404)
  })

  it('shows nothing while its card is in the trash', async () => {
    const card = await ada.settled(await ada.generate({ prompt: 'gone soon', projectId: root.projectId }))
    const visitor = await openLink(await makeLink({ generationId: card.id }))
    await ada.send('DELETE', `/api/generations/${card.id}`)
    for (const call of ['/feedback', '/board']) expect((await visitor.send('GET', call)).status).toBe(404)
  })
})

describe('a link that has ended', () => {
  it('is answered like one that never existed, revoked or expired, also for all its visits', async () => {
    const revoked = await makeLink()
    const expired = await makeLink({ expiry: '1-day' })
    const visitors = [await openLink(revoked), await openLink(expired)]
    await ada.send('DELETE', `/api/shares/${revoked.id}`)
    await execute(sql`update shares set expires_at = now() - interval '1 second' where id = ${expired.id}`)
    const never = await sendOpen(context.server, 'POST', '/api/shared/visits', { body: { token: 'A'.repeat(43) } })
    for (const { address } of [revoked, expired]) {
      const opened = await sendOpen(context.server, 'POST', '/api/shared/visits', {
        body: { token: address.split('#')[1] },
      })
      expect([opened.status, opened.body]).toEqual([404, never.body])
      expect(opened.headers.has('set-cookie')).toBe(false)
    }
    for (const visitor of visitors)
      for (const call of ['/feedback', '/board']) expect((await visitor.send('GET', call)).body).toEqual(never.body)
    const { body } = await ada.send<{ items: ShareShape[] }>('GET', `/api/projects/${root.projectId}/shares`)
    expect(body.items.map(({ id }) => id)).not.toContain(revoked.id)
    expect(body.items.map(({ id }) => id)).not.toContain(expired.id)
  })

  it('lasts as long as was chosen', async () => {
    const { expiresAt, createdAt } = await makeLink({ expiry: '7-days' })
    expect(Date.parse(expiresAt ?? '') - Date.parse(createdAt)).toBeGreaterThan(7 * 86_400_000 - 60_000)
  })

  it('has its token stored nowhere', async () => {
    const { address } = await makeLink()
    const token = address.split('#')[1] ?? ''
    const kept = await execute(sql`select json_agg(shares)::text as text from shares`)
    expect(kept.rows[0]?.text).not.toContain(token)
    const activity = await ada.send<{ items: ActivityShape[] }>('GET', '/api/account/activity')
    expect(activity.body.items.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['link-made', 'link-revoked']))
  })
})
