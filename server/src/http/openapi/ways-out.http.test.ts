import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { sniffPicture } from '#domain/pictures/sniff-picture.ts'
import { callTool, connectAgent } from '#server-testing/agent-client.ts'
import { exportOf } from '#server-testing/exported-project.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { makeProgram, type Program } from '#server-testing/program.ts'
import { readZip } from '#server-testing/read-zip.ts'
import { makeReviewLink, openReviewLink } from '#server-testing/review-link.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { verifiedCredentials } from '#server-testing/verified-credentials.ts'
import { openApiDocument } from './openapi.ts'

const instant = createInstantProvider({}, 'full-size')
const context = withTestServer({
  providers: [
    createInstantProvider({
      name: 'replicate',
      opens: 'by-key',
      async generate(request, call) {
        const answer = await instant.generate(request, call)
        call.progress({ fraction: 0.5, preview: answer.bytes })
        const [, format = 'png'] = /as (jpeg|webp|gif|avif)$/.exec(request.prompt) ?? []
        const bytes =
          format === 'png'
            ? answer.bytes
            : await sharp(answer.bytes)
                .toFormat(format as 'webp')
                .toBuffer()
        return { ...answer, bytes }
      },
    }),
  ],
  variables: { REPLICATE_API_TOKEN: 'r8_operator', CREDITS: 'off' },
})
const model = 'Flux Krea'

let ada: TestClient
let program: Program
let card: GenerationShape
let photo: GenerationShape
let web: GenerationShape
const idOf = ({ images }: GenerationShape) => images[0]?.id ?? ''
beforeAll(async () => {
  ada = await signUp(context.server)
  program = await makeProgram(context.server, ada)
  card = await ada.settled(await ada.generate({ prompt: 'a heron', model }))
  const { projectId } = card
  photo = await ada.settled(await ada.generate({ prompt: 'a heron as jpeg', model, projectId }))
  web = await ada.settled(await ada.generate({ prompt: 'a heron as webp', model, projectId }))
})

/** The term that a file carries as XMP; null: it carries none. */
async function markOf(bytes: Uint8Array): Promise<string | null> {
  const { xmp } = await sharp(bytes).metadata()
  return /<Iptc4xmpExt:DigitalSourceType>[^<]*\/(\w+)</.exec(xmp?.toString() ?? '')?.[1] ?? null
}

/** How a file says where it comes from: by its mark, and by its content credentials, which must be valid. */
async function originOf(bytes: Uint8Array): Promise<string> {
  const credentials = await verifiedCredentials(`image/${sniffPicture(bytes)}`, bytes)
  return `marked ${await markOf(bytes)}, ${credentials ? `${credentials.state} ${credentials.source}` : 'unsigned'}`
}
const markedAndSigned = 'marked trainedAlgorithmicMedia, Valid trainedAlgorithmicMedia'
const ofReply = async (reply: Response) => {
  expect(reply.status).toBe(200)
  return Buffer.from(await reply.arrayBuffer())
}
const get = async (address: string) => [await ofReply(await ada.raw('GET', address))]
const picturesIn = (files: ReadonlyMap<string, Buffer>) =>
  [...files].filter(([name]) => name.startsWith('images/')).map(([, bytes]) => bytes)

/** The files that a call sends, or why it sends none that has to be marked. */
type WayOut = string | (() => Promise<readonly Uint8Array[]>)

/** Every call of the document that answers with a picture or an archive. */
const fileCalls: Readonly<Record<string, WayOut>> = {
  'GET /images/{id}/file': async () =>
    (
      await Promise.all(
        [card, photo, web].flatMap((each) =>
          ['', '?format=png', '?format=bare-png'].map((query) => get(`/api/images/${idOf(each)}/file${query}`)),
        ),
      )
    ).flat(),
  'GET /images/{id}/history': async () =>
    (await Promise.all([card, photo, web].map((each) => get(`/api/images/${idOf(each)}/history`)))).flat(),
  'GET /images/{id}/path': () => get(`/api/images/${idOf(card)}/path`),
  'POST /exports': async () => {
    const send = async (format: string, imageIds: readonly string[]) => {
      const reply = await context.server.app.request('/api/exports', {
        method: 'POST',
        body: JSON.stringify({ imageIds, format, longestSide: 64 }),
        headers: {
          host: 'localhost',
          origin: 'http://localhost',
          cookie: ada.cookie,
          'content-type': 'application/json',
        },
      })
      return ofReply(reply)
    }
    const single = ['png', 'jpeg', 'webp', 'avif'].map((format) => send(format, [idOf(card)]))
    const packed = readZip(await send('jpeg', [card, photo, web].map(idOf)))
    return [...(await Promise.all(single)), ...packed.values()]
  },
  'GET /projects/{id}/export': async () => picturesIn(await exportOf(ada, card.projectId)),
  'POST /account/export': async () => {
    const reply = await context.server.app.request('/api/account/export', {
      method: 'POST',
      headers: { host: 'localhost', origin: 'http://localhost', cookie: ada.cookie },
    })
    return picturesIn(readZip(await ofReply(reply)))
  },
  'GET /shared/{id}/images/{imageId}/file': async () => {
    const { id, cookie } = await openReviewLink(context.server, await makeReviewLink(ada, card.projectId))
    const sizes = ['64', '256', '512', '1536']
    return Promise.all(
      sizes.map(async (size) =>
        ofReply(
          await context.server.app.request(`/api/shared/${id}/images/${idOf(card)}/file?size=${size}`, {
            headers: { cookie },
          }),
        ),
      ),
    )
  },
  'POST /exports/sheet':
    'A PDF, which is marked by XMP (exports.http.test.ts): the library that signs writes no manifest into one.',
  'GET /images/{id}/preview': 'Shown while an image is generated; marked, and there is none once it is there.',
  'GET /images/{id}/subject': 'A mask: no picture that a model painted.',
  'GET /sheets/{id}': 'Thumbnails of 64 and 256 pixels in a sprite sheet, for the canvas alone.',
  'GET /uploads/{id}/file': 'A picture that its user brought along.',
  'GET /profiles/{userId}/avatar/{name}': 'A picture that its user brought along.',
}

type Answer = { readonly responses?: Readonly<Record<string, { readonly content?: object }>> }
const sendsFile = ({ responses = {} }: Answer) =>
  Object.entries(responses).some(
    ([status, { content = {} }]) =>
      status.startsWith('2') && Object.keys(content).some((type) => /^image\/|zip$|pdf$|octet-stream$/.test(type)),
  )

describe('every way out', () => {
  it('has an entry for each call of the OpenAPI document that sends a file', async () => {
    const { paths = {} } = await openApiDocument()
    const calls = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item ?? {}).flatMap(([method, operation]) =>
        sendsFile(operation as Answer) ? [`${method.toUpperCase()} ${path}`] : [],
      ),
    )
    expect(calls.map((call) => call.replace(' /api', ' ')).toSorted()).toEqual(Object.keys(fileCalls).toSorted())
  })

  it.each(
    Object.entries(fileCalls).flatMap(([call, files]) => (typeof files === 'string' ? [] : [[call, files] as const])),
  )('marks and signs each file of %s', async (_call, files) => {
    const origins = await Promise.all((await files()).map(originOf))
    expect(origins.length).toBeGreaterThan(0)
    expect(new Set(origins)).toEqual(new Set([markedAndSigned]))
  })

  it.each(['png', 'jpeg', 'webp'] as const)(
    'marks and signs the answers of /v1/images/generations and their links, as %s',
    async (format) => {
      const ask = async (answersWith: string) =>
        (
          await program.send<{ data: { b64_json?: string; url?: string }[] }>('POST', '/v1/images/generations', {
            prompt: 'a heron for a program',
            model,
            output_format: format,
            response_format: answersWith,
          })
        ).body.data[0]
      const inline = Buffer.from((await ask('b64_json'))?.b64_json ?? '', 'base64')
      const { pathname } = new URL((await ask('url'))?.url ?? '')
      const linked = await ofReply(await context.server.app.request(pathname, { headers: { host: 'localhost' } }))
      expect([await originOf(inline), await originOf(linked)]).toEqual([markedAndSigned, markedAndSigned])
    },
  )

  it('marks and signs the pictures of agents', async () => {
    const agent = await connectAgent(context.server, program)
    try {
      for (const detail of ['low', 'high']) {
        const { pictures } = await callTool(agent, 'get_image', { image: idOf(card), detail })
        const [picture] = pictures
        expect(await originOf(Buffer.from(picture?.data ?? '', 'base64'))).toBe(markedAndSigned)
      }
    } finally {
      await agent.close()
    }
  })

  it.each(['gif', 'avif'])('marks and signs what a provider delivered as %s', async (format) => {
    const made = await ada.settled(await ada.generate({ prompt: `a heron as ${format}`, model }))
    const files = [...(await get(`/api/images/${idOf(made)}/file`)), ...picturesIn(await exportOf(ada, made.projectId))]
    expect(new Set(await Promise.all(files.map(originOf)))).toEqual(new Set([markedAndSigned]))
  })

  it('marks and signs an original that was stored before files were marked', async () => {
    const old = await ada.settled(await ada.generate({ prompt: 'an old heron', model }))
    const { database, storage } = context.server
    const bare = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#336699' } })
      .png()
      .toBuffer()
    const { rows } = await database.system.execute<{ storage_key: string }>(
      `update generated_images set digital_source = null, byte_size = ${bare.byteLength} where id = '${idOf(old)}' returning storage_key`,
    )
    await storage.put(rows[0]?.storage_key ?? '', bare)
    const zip = await exportOf(ada, old.projectId)
    const stored = [
      ...(await get(`/api/images/${idOf(old)}/file`)),
      zip.get(`images/${idOf(old)}.png`) ?? Buffer.alloc(0),
    ]
    expect(await Promise.all(stored.map(originOf))).toEqual([markedAndSigned, markedAndSigned])
  })

  it.each(['png', 'jpeg', 'webp'])(
    'signs a %s that was stored before the hashes of files were noted',
    async (format) => {
      const old = await ada.settled(await ada.generate({ prompt: `an old heron as ${format}`, model }))
      await context.server.database.system.execute(
        `update generated_images set file_sha256 = null, file_is_signed = null where generation_id = '${old.id}'`,
      )
      const zip = await exportOf(ada, old.projectId)
      const files = [...(await get(`/api/images/${idOf(old)}/file`)), ...picturesIn(zip)]
      expect(new Set(await Promise.all(files.map(originOf)))).toEqual(new Set([markedAndSigned]))
    },
  )

  it('marks files and signs none where its operator has switched that off, except downloads with history', async () => {
    const quiet = context.server.another({ SIGNING_PEM: 'off' })
    const originAt = async (path: string) => {
      const headers = { host: 'localhost', cookie: ada.cookie }
      return originOf(await ofReply(await quiet.app.request(`/api/images/${path}`, { headers })))
    }
    const paths = [card, photo, web].flatMap((each) =>
      ['', '?format=png', '?format=bare-png'].map((query) => `${idOf(each)}/file${query}`),
    )
    const origins = await Promise.all(paths.map(originAt))
    expect(new Set(origins)).toEqual(new Set(['marked trainedAlgorithmicMedia, unsigned']))
    expect(await originAt(`${idOf(card)}/history`)).toBe(markedAndSigned)
  })

  it('leaves the thumbnails of the canvas as they are', async () => {
    const thumbnails = ['64', '256', '512'].map((size) => get(`/api/images/${idOf(card)}/file?size=${size}`))
    const origins = await Promise.all((await Promise.all(thumbnails)).flat().map(originOf))
    expect(new Set(origins)).toEqual(new Set(['marked null, unsigned']))
  })
})
