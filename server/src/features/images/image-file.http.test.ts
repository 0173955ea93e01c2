import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { readRecord } from '#server/pictures/picture-record.ts'
import { makeDataFolder } from '#server-testing/data-folder.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { verifiedCredentials } from '#server-testing/verified-credentials.ts'

const drawn = sharp({ create: { width: 1248, height: 832, channels: 3, background: '#336699' } })
let deliverJpeg = false
const context = withTestServer({
  providers: [
    createInstantProvider({
      async generate({ seed }) {
        const picture = drawn.clone()
        return { bytes: await (deliverJpeg ? picture.jpeg() : picture.png()).toBuffer(), seed, warnings: [] }
      },
    }),
  ],
})
let ada: TestClient
let generation: GenerationShape
let url: string
let imageId: string
beforeAll(async () => {
  ada = await signUp(context.server)
  generation = await ada.settled(await ada.generate({ prompt: 'blue', aspectRatio: '3:2' }))
  url = generation.images[0]!.imageUrl!
  imageId = generation.images[0]!.id
})
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

describe('the file of an image', () => {
  it('is the original, never re-encoded, with a record of how it was made', async () => {
    const bytes = await bytesOf(await ada.raw('GET', url))
    const delivered = await drawn.clone().png().toBuffer()
    expect(bytes.subarray(-1_000)).toEqual(delivered.subarray(-1_000))
    expect(await readRecord(bytes)).toMatchObject({
      prompt: 'blue',
      model: 'Sketch',
      settings: { aspectRatio: '3:2', resolution: '1K', rawMode: false },
      seed: generation.images[0]!.seed,
      parentImage: null,
      image: generation.images[0]!.id,
      generation: generation.id,
    })
  })

  it('is cacheable for ever by the owner’s browser alone, and never executed', async () => {
    const { headers } = await ada.raw('GET', url)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'accept-ranges': 'bytes',
    })
  })

  it('returns 304 to a client that has it', async () => {
    const etag = (await ada.raw('GET', url)).headers.get('etag')!
    expect((await ada.raw('GET', url, { 'if-none-match': `"other", ${etag}` })).status).toBe(304)
    expect((await ada.raw('GET', url, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  it.each([
    ['bytes=0-9', 206, 'bytes 0-9/', 10],
    ['bytes=-5', 206, 'bytes ', 5],
    ['bytes=0-99999999', 206, 'bytes 0-', null],
    ['bytes=99999999-', 416, 'bytes */', 0],
    ['bytes=9-3', 416, 'bytes */', 0],
    ['lines=1-2', 200, null, null],
    ['bytes=0-1,4-5', 200, null, null],
  ])('answers the range %s with %i', async (range, status, contentRange, length) => {
    const response = await ada.raw('GET', url, { range })
    const bytes = await bytesOf(response)
    expect(response.status).toBe(status)
    if (contentRange) expect(response.headers.get('content-range')).toContain(contentRange)
    if (length !== null) expect(bytes).toHaveLength(length)
  })

  it('sends the bytes of a range, and the whole file where it has changed since', async () => {
    const whole = await bytesOf(await ada.raw('GET', url))
    expect(await bytesOf(await ada.raw('GET', url, { range: 'bytes=10-19' }))).toEqual(whole.subarray(10, 20))
    expect((await ada.raw('GET', url, { range: 'bytes=10-19', 'if-range': '"old"' })).status).toBe(200)
  })

  it('is signed with bytes in front of its pixels, which a client can ask for in any parts', async () => {
    const reply = await ada.raw('GET', url)
    const whole = await bytesOf(reply)
    const stored = await context.server.storage.get(`images/${imageId.slice(0, 2)}/${imageId}-1`)
    expect(whole.length).toBeGreaterThan(stored?.length ?? 0)
    expect(Number(reply.headers.get('content-length'))).toBe(whole.length)
    const etag = reply.headers.get('etag') ?? ''
    const parts: Buffer[] = []
    for (let start = 0; start < whole.length; start += 700) {
      const part = await ada.raw('GET', url, { range: `bytes=${start}-${start + 699}`, 'if-range': etag })
      expect([part.status, part.headers.get('etag')]).toEqual([206, etag])
      parts.push(await bytesOf(part))
    }
    expect(Buffer.concat(parts).equals(whole)).toBe(true)
    expect(await verifiedCredentials('image/png', Buffer.concat(parts))).toMatchObject({ state: 'Valid' })
  })

  it('has another tag where another process signs it', async () => {
    const other = context.server.another()
    const etag = (await ada.raw('GET', url)).headers.get('etag')
    const theirs = await other.app.request(url, { headers: { host: 'localhost', cookie: ada.cookie } })
    expect(theirs.status).toBe(200)
    expect(theirs.headers.get('etag')).not.toBe(etag)
  })

  it.each(['original', 'bare PNG'])(
    'has another tag once it can be signed, and is not kept for good before: %s',
    async (name) => {
      const dataDir = await makeDataFolder('unsigned')
      await writeFile(join(dataDir, 'signing.pem'), 'nothing')
      const other = context.server.another({ DATA_DIR: dataDir })
      const path = name === 'original' ? url : `${url}?format=bare-png`
      const get = async (headers: Record<string, string> = {}) => {
        const reply = await other.app.request(path, { headers: { host: 'localhost', cookie: ada.cookie, ...headers } })
        return {
          status: reply.status,
          etag: reply.headers.get('etag') ?? '',
          cache: reply.headers.get('cache-control'),
          bytes: await bytesOf(reply),
        }
      }
      const unsigned = await get()
      expect(unsigned).toMatchObject({ status: 200, cache: 'private, no-cache' })
      await rm(join(dataDir, 'signing.pem'))
      const signed = await get({ 'if-none-match': unsigned.etag })
      expect(signed).toMatchObject({ status: 200, cache: 'private, max-age=31536000, immutable' })
      expect(signed.bytes.length).toBeGreaterThan(unsigned.bytes.length)
    },
  )

  it.each([64, 256, 512])('has a WebP thumbnail with a longest edge of %i', async (size) => {
    const response = await ada.raw('GET', `${url}?size=${size}`)
    expect(response.headers.get('content-type')).toBe('image/webp')
    const { width, height } = await sharp(await bytesOf(response)).metadata()
    expect([width, height]).toEqual([size, Math.round((size * 832) / 1248)])
  })

  it('creates a missing thumbnail again', async () => {
    const { id } = generation.images[1]!
    await context.server.storage.remove(`thumbnails/${id.slice(0, 2)}/${id}-1-256.webp`)
    expect((await ada.raw('GET', `/api/images/${id}/file?size=256`)).status).toBe(200)
  })

  it('is a PNG on request, whatever was delivered', async () => {
    deliverJpeg = true
    const jpeg = await ada.settled(await ada.generate({ prompt: 'a photograph', aspectRatio: '3:2' }))
    deliverJpeg = false
    const file = jpeg.images[0]!.imageUrl!
    expect((await ada.raw('GET', file)).headers.get('content-type')).toBe('image/jpeg')
    const png = await bytesOf(await ada.raw('GET', `${file}?format=png`))
    expect((await sharp(png).metadata()).format).toBe('png')
  })

  it.each(['size=128', 'size=64&format=png', 'format=gif', 'colour=red'])('refuses ?%s', async (query) => {
    expect((await ada.raw('GET', `${url}?${query}`)).status).toBe(400)
  })
})
