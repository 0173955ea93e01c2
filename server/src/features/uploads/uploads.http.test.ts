import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { StyleShape } from '#contract/cards/style.ts'
import { runOnce } from '#server/background/runner.ts'
import { purgeTask } from '#server/features/trash/purge-task.ts'
import { blue, manyFrames, noise } from '#server-testing/picture-bytes.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { formOf, sendForm } from '#server-testing/upload-form.ts'

const context = withTestServer()
let ada: TestClient
beforeAll(async () => {
  ada = await signUp(context.server)
})

const upload = (bytes: Uint8Array | string, client = ada) => sendForm(context.server, client, formOf(bytes))
const fileOf = async (address: string, client = ada) => {
  const reply = await client.raw('GET', address)
  return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) }
}

describe('an upload', () => {
  it.each(['png', 'jpeg', 'webp', 'avif', 'gif'] as const)('accepts a %s, whatever its name says', async (format) => {
    const { status, body } = await sendForm(
      context.server,
      ada,
      formOf(await blue.clone().toFormat(format).toBuffer(), { name: 'a.txt' }),
    )
    expect(status).toBe(201)
    const stored = { png: 'png', jpeg: 'jpeg', webp: 'webp', avif: 'jpeg', gif: 'png' }[format]
    expect(body).toEqual({
      id: expect.any(String),
      width: 60,
      height: 40,
      mediaType: `image/${stored}`,
      averageColor: expect.stringMatching(/^#3[2-4]6[5-7]9[89ab]$/),
      url: `/api/uploads/${body.id}/file`,
    })
    const { headers, bytes } = await fileOf(body.url)
    expect(headers.get('content-type')).toBe(body.mediaType)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: stored, width: 60, height: 40 })
  })

  it('keeps every pixel of a PNG', async () => {
    const picture = await noise(64, 48).png().toBuffer()
    const { body } = await upload(picture)
    const stored = await sharp((await fileOf(body.url)).bytes)
      .raw()
      .toBuffer()
    expect(stored.equals(await sharp(picture).raw().toBuffer())).toBe(true)
  })

  it('keeps transparency', async () => {
    const glass = { create: { width: 8, height: 8, channels: 4, background: '#33669980' } } as const
    const { body } = await upload(await sharp(glass).avif().toBuffer())
    expect(body.mediaType).toBe('image/png')
    expect((await sharp((await fileOf(body.url)).bytes).metadata()).hasAlpha).toBe(true)
  })

  it('turns a photograph upright and removes its location', async () => {
    const photograph = await blue
      .clone()
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Copyright: 'Ada' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .toBuffer()
    expect((await sharp(photograph).metadata()).exif).toBeDefined()
    const { body } = await upload(photograph)
    expect([body.width, body.height]).toEqual([40, 60])
    const { exif, orientation, width, height } = await sharp((await fileOf(body.url)).bytes).metadata()
    expect([exif, orientation ?? 1, width, height]).toEqual([undefined, 1, 40, 60])
  })

  it('keeps the first frame of a GIF alone', async () => {
    const { status, body } = await upload(manyFrames(20, 30, 50))
    expect([status, body.mediaType, body.width, body.height]).toEqual([201, 'image/png', 20, 30])
  })

  it('has thumbnails, cacheable for ever by the owner’s browser alone', async () => {
    const { body } = await upload(await noise(900, 600).jpeg().toBuffer())
    const { headers, bytes } = await fileOf(`${body.url}?size=256`)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 256 })
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect((await fileOf(`${body.url}?size=7`)).status).toBe(400)
  })

  it('is created once for the same Idempotency-Key, which conflicts for another file', async () => {
    const picture = await noise(30, 30).png().toBuffer()
    const send = (bytes: Buffer) => sendForm(context.server, ada, formOf(bytes), { 'idempotency-key': 'once' })
    const first = await send(picture)
    expect(await send(picture)).toEqual(first)
    expect((await send(await noise(30, 30).png().toBuffer())).status).toBe(409)
  })
})

describe('another user’s upload', () => {
  it('returns 404', async () => {
    const { body } = await upload(await blue.clone().png().toBuffer())
    const bob = await signUp(context.server)
    const style = { title: 'Stolen', promptFragment: 'x', referenceIds: [body.id] }
    expect((await fileOf(body.url, bob)).status).toBe(404)
    expect((await fileOf('/api/uploads/x/file', bob)).status).toBe(404)
    expect((await bob.send('POST', '/api/styles', style)).status).toBe(404)
    for (const names of [{ imagePrompts: [body.id] }, { styleReferences: [body.id] }])
      expect((await bob.send('POST', '/api/generations', { prompt: 'mine', ...names })).status).toBe(404)
  })
})

describe('an unused upload', () => {
  const sweep = () => runOnce(purgeTask({ db: context.server.database.system, storage: context.server.storage }))

  it('is removed after a day with its files; a used one stays', async () => {
    const cleo = await signUp(context.server)
    const sent = async () => (await upload(await noise(40, 40).png().toBuffer(), cleo)).body
    const [unused, asked, styled, young] = [await sent(), await sent(), await sent(), await sent()]
    await cleo.settled(await cleo.generate({ prompt: 'after this', imagePrompts: [asked.id] }))
    const style = { title: 'Mine', promptFragment: 'so', referenceIds: [styled.id] }
    expect((await cleo.send<StyleShape>('POST', '/api/styles', style)).body.coverUrl).toBe(`${styled.url}?size=512`)
    await context.server.database.system.execute(
      sql`update uploads set created_at = now() - interval '25 hours' where user_id = ${cleo.userId} and id <> ${young.id}`,
    )
    await sweep()
    await context.server.database.system.execute(
      sql`update unused_files set remove_after = now() - interval '1 second'`,
    )
    await sweep()
    const there = await Promise.all([unused, asked, styled, young].map(({ url }) => fileOf(url, cleo)))
    expect(there.map(({ status }) => status)).toEqual([404, 200, 200, 200])
    expect(await context.server.storage.size(`images/${unused.id.slice(0, 2)}/${unused.id}-1`)).toBeNull()
  })
})
