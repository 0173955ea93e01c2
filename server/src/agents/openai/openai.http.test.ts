import { Writable } from 'node:stream'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateImage } from 'ai'
import OpenAI, { toFile } from 'openai'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ProjectShape } from '#contract/board/project.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { CreditsShape } from '#contract/money/credits.ts'
import { createLog } from '#server/operations/log.ts'
import { ProviderError } from '#server/providers/provider.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { makeProgram, type Program } from '#server-testing/program.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

let gate = Promise.withResolvers<void>()
const instant = createInstantProvider({}, 'full-size')
const gated = createInstantProvider({
  async generate(request, call) {
    if (request.prompt.includes('behind a gate')) await gate.promise
    if (request.prompt.includes('refused')) throw new ProviderError('refused', 'Not this prompt.')
    return instant.generate(request, call)
  },
})
const logged: string[] = []
const log = createLog(
  'info',
  new Writable({
    write(chunk: Buffer, _, done) {
      logged.push(chunk.toString())
      done()
    },
  }),
)
const context = withTestServer({
  providers: [gated],
  log,
  variables: { SKETCH_CREDITS: '1' },
  plans: { signUp: 1_000 },
})

let ada: TestClient
let program: Program
beforeAll(async () => {
  ada = await signUp(context.server)
  program = await makeProgram(context.server, ada, { name: 'Open WebUI' })
})
afterEach(() => {
  gate.resolve()
  gate = Promise.withResolvers()
})

/** Sends a client's requests to the server under test, without a port. */
const toServer =
  (more: Record<string, string> = {}): typeof fetch =>
  async (url, init) => {
    const request = new Request(url, init)
    request.headers.set('host', 'localhost')
    for (const [name, value] of Object.entries(more)) request.headers.set(name, value)
    return context.server.app.fetch(request)
  }
const clientOf = (
  { secret }: Pick<Program, 'secret'>,
  options: Partial<ConstructorParameters<typeof OpenAI>[0]> = {},
) => new OpenAI({ apiKey: secret, baseURL: 'http://localhost/v1', fetch: toServer(), maxRetries: 0, ...options })

const sizeOf = async (base64: string | undefined) => {
  const { format, width, height } = await sharp(Buffer.from(base64 ?? '', 'base64')).metadata()
  return [format, width, height]
}
const projects = async () => (await ada.send<{ items: ProjectShape[] }>('GET', '/api/projects')).body.items
const cardsOf = async (projectId: string) =>
  (await ada.send<{ items: GenerationShape[] }>('GET', `/api/projects/${projectId}/generations`)).body.items
const available = async () => (await ada.send<CreditsShape>('GET', '/api/credits')).body.available
const ownProject = async (name: string) => {
  const found = (await projects()).filter(({ title }) => title === `Images of ${name}`)
  expect(found).toHaveLength(1)
  return found[0]?.id ?? ''
}
const refusalOf = async (run: Promise<unknown>) => {
  const error = await run.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof OpenAI.APIError)) throw new Error(`It was not refused: ${error}`)
  return [error.status, error.code, error.param, error.message] as const
}

describe('the official client of OpenAI', () => {
  it('lists the models that its person can use', async () => {
    const listed = await clientOf(program).models.list()
    const sketch = listed.data.find(({ id }) => id === 'sketch')
    expect(sketch).toEqual({ id: 'sketch', object: 'model', created: 0, owned_by: 'Sketch' })
    expect(await clientOf(program).models.retrieve('Sketch')).toEqual(sketch)
    expect(listed.data.some(({ id }) => id === 'krea-2')).toBe(false)
  })

  it('asks for one image, is given one, pays for one, and its person sees it on the canvas', async () => {
    const before = await available()
    const reply = await clientOf(program).images.generate({ prompt: 'a heron', model: 'sketch', size: '1536x1024' })
    expect(reply.data).toHaveLength(1)
    expect(await sizeOf(reply.data?.[0]?.b64_json)).toEqual(['png', 1248, 832])
    expect(reply.size).toBe('1248x832')
    expect(before - (await available())).toBe(100)
    const [card] = await cardsOf(await ownProject('Open WebUI'))
    expect(card).toMatchObject({ prompt: 'a heron', madeBy: { name: 'Open WebUI' }, settings: { aspectRatio: '3:2' } })
  })

  it('asks for several images, in another format', async () => {
    const reply = await clientOf(program).images.generate({
      prompt: 'two herons',
      n: 2,
      size: 'auto',
      quality: 'high',
      output_format: 'jpeg',
      output_compression: 60,
      moderation: 'low',
    })
    expect(await Promise.all((reply.data ?? []).map(({ b64_json }) => sizeOf(b64_json)))).toEqual([
      ['jpeg', 1024, 1024],
      ['jpeg', 1024, 1024],
    ])
    // The project of the token is the same as before.
    expect(await cardsOf(await ownProject('Open WebUI'))).toHaveLength(2)
  })

  it('follows a link, which works without the token and leads to that image alone', async () => {
    const reply = await clientOf(program).images.generate({ prompt: 'a heron by a link', response_format: 'url' })
    const url = reply.data?.[0]?.url ?? ''
    const file = await toServer()(url)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect((await sharp(Buffer.from(await file.arrayBuffer())).metadata()).width).toBe(1024)
    const bob = await signUp(context.server)
    for (const wrong of [`${url}A`, url.replace(ada.userId, bob.userId), url.replace(/.{8}$/, 'AAAAAAAA')])
      expect((await toServer()(wrong)).status).toBe(404)
  })

  it('follows no link whose token has ended, and the log names its route alone', async () => {
    const other = await makeProgram(context.server, ada, { name: 'Short' })
    const reply = await clientOf(other).images.generate({ prompt: 'a heron for an hour', response_format: 'url' })
    const url = reply.data?.[0]?.url ?? ''
    expect((await toServer()(url)).status).toBe(200)
    expect((await ada.send('DELETE', `/api/tokens/${other.id}`)).status).toBe(200)
    expect((await toServer()(url)).status).toBe(404)
    expect(logged.join('')).toContain('"path":"/v1/links/:owner/:sealed"')
    expect(logged.join('')).not.toContain(url.slice(url.lastIndexOf('/') + 1))
  })

  it('streams an image', async () => {
    const stream = await clientOf(program).images.generate({
      prompt: 'a heron in a stream',
      stream: true,
      response_format: 'url',
      partial_images: 2,
    })
    const events: { type: string; b64_json: string }[] = []
    for await (const event of stream) events.push(event)
    const last = events.at(-1)
    expect(last).toMatchObject({ type: 'image_generation.completed', size: '1024x1024', usage: { total_tokens: 0 } })
    expect(await sizeOf(last?.b64_json)).toEqual(['png', 1024, 1024])
    expect(events.slice(0, -1).every(({ type }) => type === 'image_generation.partial_image')).toBe(true)
  })

  it('edits the transparent part of a mask: the picture is on the canvas, and the edit branches from it', async () => {
    const picture = await sharp({ create: { width: 96, height: 64, channels: 3, background: '#3366aa' } })
      .png()
      .toBuffer()
    const solid = { width: 56, height: 64, channels: 4, background: '#000000' } as const
    // Its left 40 columns are transparent.
    const mask = await sharp({ create: solid }).extend({ left: 40, background: '#00000000' }).png().toBuffer()
    const reply = await clientOf(program).images.edit({
      image: await toFile(picture, 'wall.png', { type: 'image/png' }),
      mask: await toFile(mask, 'mask.png', { type: 'image/png' }),
      prompt: 'ivy on the wall',
    })
    const edited = await sharp(Buffer.from(reply.data?.[0]?.b64_json ?? '', 'base64'))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([edited.info.width, edited.info.height]).toEqual([96, 64])
    const at = (x: number) => [...edited.data.subarray((32 * 96 + x) * 3, (32 * 96 + x) * 3 + 3)]
    expect(at(80)).toEqual([0x33, 0x66, 0xaa])
    expect(at(10)).not.toEqual([0x33, 0x66, 0xaa])
    const cards = await cardsOf(await ownProject('Open WebUI'))
    const edit = cards.find(({ prompt }) => prompt === 'ivy on the wall')
    const source = cards.find(({ id }) => id === edit?.parentGenerationId)
    expect([edit?.branchKind, edit?.images.length, source?.prompt, source?.origin]).toEqual([
      'edit',
      1,
      'wall.png',
      'brought-in',
    ])
  })

  it('edits pictures that come as data URLs in JSON, and reads no address', async () => {
    const solid = { width: 64, height: 48, channels: 3, background: '#aa3322' } as const
    const png = await sharp({ create: solid }).png().toBuffer()
    const image_url = `data:image/png;base64,${png.toString('base64')}`
    const send = (body: object) => program.send<{ data: { b64_json: string }[] }>('POST', '/v1/images/edits', body)
    const before = await available()
    const { status, body } = await send({ prompt: 'moss on brick', images: [{ image_url }], quality: 'high' })
    expect(status).toBe(200)
    expect((await sharp(Buffer.from(body.data[0]?.b64_json ?? '', 'base64')).metadata()).format).toBe('png')
    expect(before - (await available())).toBe(100)
    const cards = await cardsOf(await ownProject('Open WebUI'))
    const edit = cards.find(({ prompt }) => prompt === 'moss on brick')
    const source = cards.find(({ id }) => id === edit?.parentGenerationId)
    expect([edit?.branchKind, source?.origin, source?.images[0]?.width]).toEqual(['edit', 'brought-in', 64])
    const refused = [
      { images: [{ image_url: 'http://169.254.169.254/latest' }] },
      { images: [{ file_id: 'file-1' }] },
      { images: [] },
      { images: Array(17).fill({ image_url }) },
      { images: [{ image_url: `data:image/png;base64,${Buffer.from('no picture').toString('base64')}` }] },
      { images: [{ image_url }], mask: { image_url: 'nothing' } },
      {},
    ]
    for (const wrong of refused) expect((await send({ prompt: 'x', ...wrong })).status).toBe(400)
    expect(before - (await available())).toBe(100)
    const large = await send({ prompt: 'x', images: [{ image_url: image_url + 'A'.repeat(28_000_000) }] })
    expect(large.status).toBe(413)
    // Parsed as a whole, 27 MB of small values took a gigabyte.
    for (const x of [Array(400_000).fill({}), 'x'.repeat(600_000)])
      expect((await send({ prompt: 'x', images: [{ image_url }], x })).status).toBe(413)
  })

  it.each([
    ['another key', 'a heron', { key: 'esp_wrong' }, [401, 'invalid_api_key', null]],
    ['an unknown model', 'a heron', { model: 'dall-e-3' }, [404, 'model_not_found', null]],
    ['too many images', 'a heron', { n: 9 }, [400, 'invalid', 'n']],
    ['no words', '  ', {}, [400, 'invalid', 'prompt']],
    ['a size of words', 'a heron', { size: 'large' }, [400, 'invalid', 'size']],
    ['a prompt that the model refuses', 'refused', {}, [400, 'image_generation_failed', null]],
  ] as const)(
    'is refused with %s as OpenAI refuses it',
    async (_what, prompt, { key, ...given }: { key?: string; model?: string; n?: number; size?: string }, expected) => {
      const client = clientOf({ secret: key ?? program.secret })
      const [status, code, param, message] = await refusalOf(
        client.images.generate({ prompt, ...given } as OpenAI.ImageGenerateParams),
      )
      expect([status, code, param]).toEqual(expected)
      expect(message.length).toBeGreaterThan(10)
    },
  )

  it('is refused beyond the budget of its token, and does not try again by itself', async () => {
    const poor = await makeProgram(context.server, ada, { name: 'Poor', budget: { credits: 1, per: 'total' } })
    const client = clientOf(poor, { maxRetries: 2 })
    await client.images.generate({ prompt: 'the last one' })
    let tries = 0
    const counting = clientOf(poor, {
      maxRetries: 2,
      fetch: async (url, init) => {
        tries += 1
        return toServer()(url, init)
      },
    })
    const [status, code] = await refusalOf(counting.images.generate({ prompt: 'one more' }))
    expect([status, code, tries]).toEqual([402, 'insufficient_quota', 1])
  })

  it('is given the same card where it repeats a request by itself, and pays once', async () => {
    const before = await available()
    const projectId = await ownProject('Open WebUI')
    const cards = async () => (await cardsOf(projectId)).filter(({ prompt }) => prompt === 'a heron behind a gate')
    const lost: Promise<Response>[] = []
    const client = clientOf(program, {
      maxRetries: 1,
      fetch: async (url, init) => {
        const reply = toServer()(url, init)
        if (lost.length > 0) {
          gate.resolve()
          return reply
        }
        lost.push(reply)
        await expect.poll(async () => (await cards()).length, { timeout: 20_000 }).toBe(1)
        throw new TypeError('The connection was lost.')
      },
    })
    const { data } = await client.images.generate({ prompt: 'a heron behind a gate' })
    expect(data).toHaveLength(1)
    expect(lost).toHaveLength(1)
    expect(await cards()).toHaveLength(1)
    expect(before - (await available())).toBe(100)
  })
})

describe('other programs', () => {
  it('ask by the AI SDK', async () => {
    const provider = createOpenAICompatible({
      name: 'espalier',
      baseURL: 'http://localhost/v1',
      apiKey: program.secret,
      fetch: toServer(),
    })
    const { images } = await generateImage({
      model: provider.imageModel('sketch'),
      prompt: 'a wren',
      n: 2,
      size: '1024x1024',
    })
    expect(await Promise.all(images.map(({ base64 }) => sizeOf(base64)))).toEqual(Array(2).fill(['png', 1024, 1024]))
  })

  it.each([
    ['Open WebUI', { model: 'sketch', prompt: 'a jay', n: 1, size: '512x512', response_format: 'b64_json' }],
    [
      'LibreChat',
      {
        model: 'Sketch',
        prompt: 'a jay',
        n: 1,
        background: 'auto',
        output_format: 'png',
        output_compression: 100,
        quality: 'auto',
        size: 'auto',
      },
    ],
    [
      'n8n',
      {
        prompt: 'a jay',
        model: 'sketch',
        n: 1,
        size: '1024x1024',
        quality: 'standard',
        style: 'vivid',
        response_format: 'b64_json',
      },
    ],
  ])('as recorded from %s are given an image in data[0].b64_json', async (_name, body) => {
    const { status, body: reply } = await program.send<{ data: { b64_json: string }[] }>(
      'POST',
      '/v1/images/generations',
      body,
    )
    expect(status).toBe(200)
    // Strictly typed clients refuse `auto`, which the type of a reply does not have.
    expect(reply).not.toHaveProperty('quality')
    expect(reply).not.toHaveProperty('background')
    expect((await sizeOf(reply.data[0]?.b64_json))[0]).toBe('png')
  })

  it('name the project that images land in; one that is not theirs is refused', async () => {
    const { id } = (await ada.send<ProjectShape>('POST', '/api/projects', { title: 'Named' })).body
    const send = (projectId: string) =>
      program.send('POST', '/v1/images/generations', { prompt: 'a rook' }, { 'x-espalier-project': projectId })
    expect((await send(id)).status).toBe(200)
    expect(await cardsOf(id)).toHaveLength(1)
    const bob = await signUp(context.server)
    const foreign = (await bob.send<ProjectShape>('POST', '/api/projects', { title: 'Of Bob' })).body.id
    expect((await send(foreign)).status).toBe(404)
    const bound = await makeProgram(context.server, ada, { name: 'Bound', projectId: id })
    expect((await bound.send('POST', '/v1/images/generations', { prompt: 'a rook of one project' })).status).toBe(200)
    expect(await cardsOf(id)).toHaveLength(2)
  })

  it('need the scope, and no cookie is enough', async () => {
    const reader = await makeProgram(context.server, ada, { scopes: ['read'] })
    expect((await reader.send('GET', '/v1/models')).status).toBe(200)
    const refused = await reader.send<{ error: { code: string } }>('POST', '/v1/images/generations', {
      prompt: 'a jay',
    })
    expect([refused.status, refused.body.error.code]).toEqual([403, 'forbidden'])
    const byCookie = await context.server.app.request('/v1/models', {
      headers: { host: 'localhost', cookie: ada.cookie },
    })
    expect(byCookie.status).toBe(401)
  })

  it('are refused in the form of OpenAI where the address is none', async () => {
    const reader = await makeProgram(context.server, ada, { scopes: ['read'] })
    for (const [method, path] of [
      ['GET', '/v1/v1/models'],
      ['GET', '/v1/engines'],
      ['POST', '/v1/chat/completions'],
    ] as const) {
      const refused = await reader.send<{ error: { code: string; message: string } }>(method, path)
      expect([refused.status, refused.body.error]).toMatchObject([
        404,
        { code: 'not-found', message: `There is no ${method} ${path} here.` },
      ])
    }
    expect((await context.server.app.request('/mcp/x', { headers: { host: 'localhost' } })).status).toBe(404)
  })
})
