import { randomBytes } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { RoundShape } from '#contract/sharing/round.ts'
import type { VerificationShape } from '#contract/sharing/verify.ts'
import { originalKey } from '#server/pictures/picture-keys.ts'
import { drawnPicture } from '#server-testing/drawn-picture.ts'
import { formBlob } from '#server-testing/form-blob.ts'
import { indexFingerprints } from '#server-testing/index-fingerprints.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { makeReviewLink, openReviewLink } from '#server-testing/review-link.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { testOrigin } from '#server-testing/test-origin.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { formOf } from '#server-testing/upload-form.ts'

const prompt = 'a secret harbor'
let drawn = 0
const provider = createInstantProvider({
  async generate({ seed }) {
    drawn += 1
    return { bytes: await drawnPicture(drawn).png().toBuffer(), seed, warnings: [] }
  },
})
const context = withTestServer({ providers: [provider] })

let ada: TestClient
let card: GenerationShape
let stored: Buffer

/** Sends a file without a session. */
async function verify(bytes: Uint8Array | string) {
  const body = await formBlob(formOf(bytes))
  const response = await context.server.app.request('/api/verify', {
    method: 'POST',
    headers: { host: 'localhost', origin: testOrigin },
    body,
  })
  return { status: response.status, body: (await response.json()) as VerificationShape }
}

beforeAll(async () => {
  ada = await signUp(context.server)
  card = await ada.settled(await ada.generate({ prompt, count: 4 }))
  await indexFingerprints(context.server)
  stored = Buffer.from((await context.server.storage.get(originalKey(card.images[0]?.id ?? '', 1))) ?? [])
})

/** Copies that have to be recognized. */
const copies: readonly (readonly [string, (picture: Sharp, size: { width: number; height: number }) => Sharp])[] = [
  ['a JPEG of half the quality', (picture) => picture.jpeg({ quality: 50 })],
  ['a WebP of a third of the size', (picture) => picture.resize({ width: 110 }).webp()],
  [
    'a crop of a fifth',
    (picture, { width, height }) =>
      picture
        .extract({
          left: Math.floor(width * 0.15),
          top: 0,
          width: Math.floor(width * 0.8),
          height: Math.floor(height * 0.8),
        })
        .jpeg(),
  ],
]

describe('POST /api/verify', () => {
  it('returns exact for a stored file of any user, without its prompt or owner', async () => {
    const { status, body } = await verify(stored)
    expect([status, body]).toEqual([
      200,
      {
        match: 'exact',
        approved: false,
        message: 'This file comes from here. It is not the approved one: it was never a proof.',
      },
    ])
    expect(JSON.stringify(body)).not.toContain(prompt)
  })

  it.each(copies)('returns variant for %s', async (_, copy) => {
    const { width, height } = await sharp(stored).metadata()
    expect((await verify(await copy(sharp(stored), { width, height }).toBuffer())).body).toMatchObject({
      match: 'variant',
      approved: false,
    })
  })

  it('returns none for another picture, and for one without detail', async () => {
    const others = [
      drawnPicture(99),
      sharp({ create: { width: 300, height: 300, channels: 3, background: '#204060' } }),
    ]
    for (const other of others)
      expect((await verify(await other.png().toBuffer())).body).toMatchObject({ match: 'none', approved: false })
  })

  it('returns approved for the exact file of an approved proof, until the approval is withdrawn', async () => {
    const { id } = await makeReviewLink(ada, card.projectId)
    const imageIds = card.images.slice(0, 2).map((image) => image.id)
    await ada.send<RoundShape>('POST', `/api/shares/${id}/rounds`, { imageIds: imageIds.toReversed() })
    const link = await makeReviewLink(ada, card.projectId)
    await ada.send<RoundShape>('POST', `/api/shares/${link.id}/rounds`, { imageIds: imageIds.toReversed() })
    const visitor = await openReviewLink(context.server, link)
    await visitor.send('PUT', '/name', { name: 'Grace' })
    const asked = { match: 'exact', round: 1, proof: 2 }
    expect((await verify(stored)).body).toMatchObject({ ...asked, approved: false })

    await visitor.send('PUT', '/rounds/1/proofs/2/decision', { decision: 'approve' })
    const approved = (await verify(stored)).body
    expect(approved).toEqual({ ...asked, approved: true, message: 'This is the approved file: proof 2 of round 1.' })
    const changed = Buffer.concat([stored, Buffer.of(0)])
    expect((await verify(changed)).body).toMatchObject({ ...asked, match: 'variant', approved: false })
    expect((await verify(changed)).body.message).toMatch(/^This is not the approved one/)

    await visitor.send('DELETE', '/rounds/1/proofs/2/decision')
    expect((await verify(stored)).body).toMatchObject({ ...asked, approved: false })
  })

  it('refuses bodies that are no picture, no form, or too large', async () => {
    expect((await verify('no picture')).status).toBe(415)
    const bare = await context.server.app.request('/api/verify', {
      method: 'POST',
      headers: { host: 'localhost', origin: testOrigin },
    })
    expect(bare.status).toBe(415)
    expect((await verify(randomBytes(30_100_000))).status).toBe(413)
  })
})
