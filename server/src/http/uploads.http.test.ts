import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { crc32, deflateSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StyleShape } from '#contract/style.ts'
import type { UploadShape } from '#contract/upload.ts'
import { purge } from '../features/trash/start-purging.ts'
import { type Listening, listen } from '../process/listen.ts'
import { formBlob } from '../testing/form-blob.ts'
import { signUp, type TestClient, testOrigin } from '../testing/test-client.ts'
import { withTestServer } from '../testing/test-server.ts'

const context = withTestServer()
let ada: TestClient
beforeAll(async () => {
  ada = await signUp(context.server)
})

type Sent = { status: number; body: UploadShape & { code?: string; message?: string } }
async function sendForm(client: TestClient, form: FormData, headers: Record<string, string> = {}): Promise<Sent> {
  const reply = await context.server.app.request('/api/uploads', {
    method: 'POST',
    body: await formBlob(form),
    headers: { host: 'localhost', origin: testOrigin, cookie: client.cookie, ...headers },
  })
  return { status: reply.status, body: (await reply.json()) as Sent['body'] }
}
function formOf(bytes: Uint8Array | string, { name = 'picture.png', field = 'file' } = {}): FormData {
  const form = new FormData()
  form.append(field, new File([Uint8Array.from(Buffer.from(bytes))], name, { type: 'image/png' }))
  return form
}
const upload = (bytes: Uint8Array | string, client = ada) => sendForm(client, formOf(bytes))
const fileOf = async (address: string, client = ada) => {
  const reply = await client.raw('GET', address)
  return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) }
}

const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
const blue = sharp({ create: { width: 60, height: 40, channels: 3, background: '#336699' } })

/** A PNG of a few kB that claims any size: rows of zeros, which deflate packs a thousandfold. */
function hugePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const length = Buffer.alloc(4)
    const checksum = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    checksum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, checksum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(1_000_000))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A GIF of one colour: many frames, each as large as the canvas. */
function manyFrames(width: number, height: number, frames: number): Buffer {
  const word = (value: number) => [value & 255, value >> 8]
  const frame = [0x2c, 0, 0, 0, 0, ...word(width), ...word(height), 0, 2, 2, 0x4c, 0x01, 0]
  const head = [...Buffer.from('GIF89a'), ...word(width), ...word(height), 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
  return Buffer.from([...head, ...Array.from({ length: frames }, () => frame).flat(), 0x3b])
}

describe('an upload', () => {
  it.each(['png', 'jpeg', 'webp', 'avif', 'gif'] as const)('takes a %s, whatever its name says', async (format) => {
    const { status, body } = await sendForm(
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

  it('keeps what can be seen through', async () => {
    const glass = { create: { width: 8, height: 8, channels: 4, background: '#33669980' } } as const
    const { body } = await upload(await sharp(glass).avif().toBuffer())
    expect(body.mediaType).toBe('image/png')
    expect((await sharp((await fileOf(body.url)).bytes).metadata()).hasAlpha).toBe(true)
  })

  it('turns a photograph upright and forgets where it was taken', async () => {
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

  it('has thumbnails, to be kept for ever by the owner’s browser alone', async () => {
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

  it('is the first one again with the same Idempotency-Key, and a conflict for another file', async () => {
    const picture = await noise(30, 30).png().toBuffer()
    const send = (bytes: Buffer) => sendForm(ada, formOf(bytes), { 'idempotency-key': 'once' })
    const first = await send(picture)
    expect(await send(picture)).toEqual(first)
    expect((await send(await noise(30, 30).png().toBuffer())).status).toBe(409)
  })
})

describe('a file that is not taken', () => {
  it.each<[string, () => Promise<Buffer | string> | Buffer | string, number, RegExp]>([
    ['a text named .png', () => 'I am a picture, believe me.', 415, /not a picture that can be used/],
    ['an empty file', () => '', 415, /not a picture/],
    [
      'an SVG with a script',
      () => '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      415,
      /Choose a PNG, JPEG, WebP, AVIF or GIF/,
    ],
    ['a TIFF', () => blue.clone().tiff().toBuffer(), 415, /not a picture/],
    [
      'half a JPEG',
      async () => (await noise(200, 200).jpeg().toBuffer()).subarray(0, 9_000),
      400,
      /damaged or not complete/,
    ],
    ['a JPEG of two bytes', () => Buffer.from([0xff, 0xd8, 0xff]), 400, /damaged/],
    ['a PNG of 30,000 × 30,000', () => hugePng(30_000, 30_000), 413, /30000 × 30000 pixels. At most 50 million/],
    ['a PNG that claims more than it holds', () => hugePng(7_000, 7_000), 400, /damaged/],
    ['a GIF bomb', () => manyFrames(30_000, 30_000, 1_000), 413, /At most 50 million/],
  ])('%s is refused in words that a person understands', async (_, bytes, status, sentence) => {
    const reply = await upload(await bytes())
    expect([reply.status, reply.body.message]).toEqual([status, expect.stringMatching(sentence)])
  })

  it('is refused above 20 MB while it is read', async () => {
    const reply = await upload(Buffer.alloc(20_000_001, '\x89PNG\r\n\x1a\n'))
    expect([reply.status, reply.body.code, reply.body.message]).toEqual([
      413,
      'too-large',
      'The file is too large. At most 20 MB are taken.',
    ])
  })

  it('is refused in a field of another name, and as one of two', async () => {
    const picture = await blue.clone().png().toBuffer()
    expect(await sendForm(ada, formOf(picture, { field: 'avatar' }))).toMatchObject({
      status: 400,
      body: { message: 'Send one picture, in a field named file.' },
    })
    const two = formOf(picture)
    two.append('file', new File([Uint8Array.from(picture)], 'b.png'))
    expect((await sendForm(ada, two)).body.message).toBe('Send one picture at a time.')
  })

  it.each([
    ['JSON', { body: '{}', type: 'application/json' }, 415],
    ['a form without a boundary', { body: 'x', type: 'multipart/form-data' }, 415],
    [
      'a form that breaks off',
      { body: '--b\r\ncontent-disposition: form-data', type: 'multipart/form-data; boundary=b' },
      400,
    ],
    ['a form without a file', { body: '--b--\r\n', type: 'multipart/form-data; boundary=b' }, 400],
  ])('is refused as %s', async (_, { body, type }, status) => {
    const headers = { host: 'localhost', origin: testOrigin, cookie: ada.cookie, 'content-type': type }
    const reply = await context.server.app.request('/api/uploads', { method: 'POST', body, headers })
    expect(reply.status).toBe(status)
  })

  it('needs a session and one’s own page', async () => {
    const form = formOf(await blue.clone().png().toBuffer())
    expect((await sendForm(ada, form, { cookie: '' })).status).toBe(401)
    expect((await sendForm(ada, form, { origin: 'https://evil.example' })).status).toBe(403)
  })
})

describe('a sender without end', () => {
  let web: Listening
  beforeAll(async () => {
    web = await listen(context.server.app.fetch, '127.0.0.1', 0)
  })
  afterAll(() => web.close())
  const headersOf = (type = 'multipart/form-data; boundary=b') => ({
    cookie: ada.cookie,
    origin: `http://127.0.0.1:${web.port}`,
    'content-type': type,
  })
  const leftovers = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('espalier-upload-'))

  it('is a 413 when 300 MB are announced, before any of them is sent', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { ...headersOf(), 'content-length': 300_000_000 }
      const call = request(`http://127.0.0.1:${web.port}/api/uploads`, { method: 'POST', headers }, (reply) => {
        resolve(reply.statusCode)
        call.destroy()
      })
      call.on('error', reject)
      call.flushHeaders()
    })
    expect(status).toBe(413)
  })

  it.each([
    ['a file', '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'],
    ['headers', '--b\r\nx-long: '],
    ['nothing that is a form', 'x'],
  ])('is stopped soon after 20 MB of %s, and leaves nothing behind', async (_, start) => {
    let sent = 0
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(start)),
      pull(controller) {
        sent += 65_536
        if (sent > 300_000_000) controller.close()
        else controller.enqueue(new Uint8Array(65_536).fill(120))
      },
    })
    const init = { method: 'POST', headers: headersOf(), body, duplex: 'half' } as RequestInit
    const reply = await fetch(`http://127.0.0.1:${web.port}/api/uploads`, init).catch(() => null)
    // A server that refuses early may close the connection while the client still writes: then there is no reply to read.
    if (reply) expect([400, 413]).toContain(reply.status)
    expect(sent).toBeLessThan(60_000_000)
    await expect.poll(leftovers).toEqual([])
  })
})

describe('many uploads at once', () => {
  it('take no more memory than one after the other', async () => {
    // 24 megapixels each: opened all at once, decoded, they would fill 360 MB.
    const picture = await noise(700, 500).resize(6_000, 4_000).jpeg({ quality: 60 }).toBuffer()
    await upload(picture)
    const before = process.memoryUsage().rss
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss)
    }, 20)
    const replies = await Promise.all(Array.from({ length: 5 }, () => upload(picture)))
    clearInterval(watch)
    expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(201))
    expect(Math.round((most - before) / 1e6)).toBeLessThan(250)
    // A machine that is busy otherwise takes its time.
  }, 120_000)
})

describe('somebody else’s upload', () => {
  it('does not exist', async () => {
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

describe('an upload that nobody used', () => {
  const sweep = () => purge({ db: context.server.database.db, storage: context.server.storage })

  it('goes after a day with its files; a used one stays', async () => {
    const cleo = await signUp(context.server)
    const sent = async () => (await upload(await noise(40, 40).png().toBuffer(), cleo)).body
    const [unused, asked, styled, young] = [await sent(), await sent(), await sent(), await sent()]
    await cleo.settled(await cleo.generate({ prompt: 'after this', imagePrompts: [asked.id] }))
    const style = { title: 'Mine', promptFragment: 'so', referenceIds: [styled.id] }
    expect((await cleo.send<StyleShape>('POST', '/api/styles', style)).body.coverUrl).toBe(`${styled.url}?size=512`)
    await context.server.database.db.execute(
      sql`update uploads set created_at = now() - interval '25 hours' where user_id = ${cleo.userId} and id <> ${young.id}`,
    )
    await sweep()
    await context.server.database.db.execute(sql`update unused_files set remove_after = now() - interval '1 second'`)
    await sweep()
    const there = await Promise.all([unused, asked, styled, young].map(({ url }) => fileOf(url, cleo)))
    expect(there.map(({ status }) => status)).toEqual([404, 200, 200, 200])
    expect(await context.server.storage.size(`images/${unused.id.slice(0, 2)}/${unused.id}-1`)).toBeNull()
  })
})
