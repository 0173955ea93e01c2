import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Listening, listen } from '#server/process/listen.ts'
import { blue, hugePng, manyFrames, noise } from '#server-testing/picture-bytes.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { testOrigin } from '#server-testing/test-origin.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { formOf, sendForm } from '#server-testing/upload-form.ts'

const context = withTestServer()
let ada: TestClient
beforeAll(async () => {
  ada = await signUp(context.server)
})

const upload = (bytes: Uint8Array | string) => sendForm(context.server, ada, formOf(bytes))

describe('a refused file', () => {
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
  ])('%s is refused with a sentence for people', async (_, bytes, status, sentence) => {
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
    expect(await sendForm(context.server, ada, formOf(picture, { field: 'avatar' }))).toMatchObject({
      status: 400,
      body: { message: 'Send one picture, in a field named file.' },
    })
    const two = formOf(picture)
    two.append('file', new File([Uint8Array.from(picture)], 'b.png'))
    expect((await sendForm(context.server, ada, two)).body.message).toBe('Send one picture at a time.')
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

  it("needs a session and the server's own page", async () => {
    const form = formOf(await blue.clone().png().toBuffer())
    expect((await sendForm(context.server, ada, form, { cookie: '' })).status).toBe(401)
    expect((await sendForm(context.server, ada, form, { origin: 'https://evil.example' })).status).toBe(403)
  })
})

describe('an endless sender', () => {
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

  it('gets 413 when 300 MB are announced, before any of them is sent', async () => {
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
  ])('is stopped soon after 20 MB of %s, and leaves nothing', async (_, start) => {
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

describe('many concurrent uploads', () => {
  it('take no more memory than one after the other', async () => {
    // 24 megapixels each: decoded at the same time, they would fill 580 MB. One takes about 200 with its decoder.
    const picture = await noise(700, 500).resize(6_000, 4_000).jpeg({ quality: 60 }).toBuffer()
    await upload(picture)
    const before = process.memoryUsage().rss
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss)
    }, 20)
    const replies = await Promise.all(Array.from({ length: 8 }, () => upload(picture)))
    clearInterval(watch)
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(201))
    expect(Math.round((most - before) / 1e6)).toBeLessThan(400)
    // A machine that is busy otherwise takes its time.
  }, 120_000)
})
