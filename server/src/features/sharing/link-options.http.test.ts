import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { MadeShareShape } from '#contract/sharing/share.ts'
import { imageOf } from '#server-testing/image-of.ts'
import { makeReviewLink, openReviewLink } from '#server-testing/review-link.ts'
import { cookieOf, sendOpen, signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer()

let ada: TestClient
let card: GenerationShape
beforeAll(async () => {
  ada = await signUp(context.server)
  card = await ada.settled(await ada.generate({ prompt: 'a fox' }))
})

const passphrase = 'open sesame'
const openWith = ({ address }: MadeShareShape, given?: string, cookie = '') =>
  sendOpen<{ id: string; data?: { reason: string } }>(context.server, 'POST', '/api/shared/visits', {
    body: { token: address.split('#')[1], ...(given !== undefined && { passphrase: given }) },
    headers: { cookie },
  })
const statusOf = async (path: string, cookie: string) =>
  (await context.server.app.request(`/api/shared/${path}`, { headers: { cookie } })).status

describe('a link with a passphrase', () => {
  it('opens with it alone, and then for the whole visit', async () => {
    const link = await makeReviewLink(ada, card.projectId, { passphrase })
    expect(link.hasPassphrase).toBe(true)
    for (const given of [undefined, '', 'open']) {
      const refused = await openWith(link, given)
      expect([refused.status, refused.body.data]).toEqual([422, { reason: 'passphrase' }])
      expect(refused.headers.has('set-cookie')).toBe(false)
    }
    const opened = await openWith(link, passphrase)
    const cookie = cookieOf(opened.headers)
    expect([opened.status, await statusOf(`${link.id}/board`, cookie)]).toEqual([200, 200])
    expect((await openWith(link, undefined, cookie)).status).toBe(200)
  })

  it('opens nothing for a cookie that was made up from its address', async () => {
    const link = await makeReviewLink(ada, card.projectId, { passphrase })
    const token = link.address.split('#')[1]
    const made = `espalier-visit-${link.id}=${token}.${'A'.repeat(43)}`
    for (const cookie of [made, `${made}.${'A'.repeat(43)}`])
      for (const path of ['board', 'rounds', `images/${imageOf(card)}/file`])
        expect(await statusOf(`${link.id}/${path}`, cookie)).toBe(404)
  })

  it('refuses even the right one after ten wrong ones from an address', async () => {
    const link = await makeReviewLink(ada, card.projectId, { passphrase })
    for (let tries = 0; tries < 10; tries++) expect((await openWith(link, 'wrong')).status).toBe(422)
    expect((await openWith(link, passphrase)).status).toBe(429)
    const another = await makeReviewLink(ada, card.projectId, { passphrase })
    expect((await openWith(another, passphrase)).status).toBe(200)
  })

  it('is refused one that is too short', async () => {
    const body = { expiry: 'never', showsPrompts: true, passphrase: 'short' }
    expect((await ada.send('POST', `/api/projects/${card.projectId}/shares`, body)).status).toBe(400)
  })
})

describe('a link with a watermark', () => {
  it('marks every picture visibly, and lets nobody copy the originals', async () => {
    const [plain, marked] = [
      await openReviewLink(context.server, await makeReviewLink(ada, card.projectId)),
      await openReviewLink(context.server, await makeReviewLink(ada, card.projectId, { hasWatermark: true })),
    ]
    const colorsOf = async ({ id, cookie }: typeof plain) => {
      const path = `/api/shared/${id}/images/${imageOf(card)}/file?size=1536`
      const reply = await context.server.app.request(path, { headers: { cookie } })
      const { channels } = await sharp(Buffer.from(await reply.arrayBuffer())).stats()
      return Math.max(...channels.map(({ stdev }) => stdev))
    }
    expect(await colorsOf(marked)).toBeGreaterThan((await colorsOf(plain)) + 5)
    expect(await colorsOf(marked)).toBe(await colorsOf(marked))
    expect((await marked.board()).allowsCopies).toBe(false)
    const headers = { cookie: `${marked.cookie}; ${ada.cookie}` }
    const copied = await sendOpen(context.server, 'POST', `/api/shared/${marked.id}/fork`, { headers })
    expect(copied.status).toBe(422)
  })
})

describe('a link without copies', () => {
  it('shows its prompts and refuses to copy them', async () => {
    const visitor = await openReviewLink(
      context.server,
      await makeReviewLink(ada, card.projectId, { allowsCopies: false }),
    )
    const board = await visitor.board()
    expect([board.allowsCopies, board.cards[0]?.recipe?.prompt]).toEqual([false, 'a fox'])
    const copied = await visitor.send<{ message: string }>('POST', '/fork', undefined, `; ${ada.cookie}`)
    expect([copied.status, copied.body.message]).toEqual([422, 'The owner of this link does not allow copies.'])
  })
})
