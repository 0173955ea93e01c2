import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ImageShape } from '#contract/cards/image.ts'
import { runOnce } from '#server/background/runner.ts'
import { packTask } from '#server/features/sheets/pack-sheets.ts'
import { createThumbnailer } from '#server/pictures/thumbnailer.ts'
import { noLocalTools } from '#server/providers/local/onnx/local-tools.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { unlimited } from '#server-testing/unlimited.ts'

/** Stripes: a blur leaves nothing of them. */
const stripes = await sharp(
  Uint8Array.from({ length: 96 * 96 * 3 }, (_, i) => (Math.floor(i / 3) % 2 === 0 ? 255 : 0)),
  { raw: { width: 96, height: 96, channels: 3 } },
)
  .png()
  .toBuffer()
const painter = (localEngine?: 'onnx') =>
  createInstantProvider({
    ...(localEngine && { localEngine }),
    generate: async ({ seed }) => ({ bytes: stripes, seed, warnings: [] }),
  })

let verdict: 'harmless' | 'sensitive' | 'broken' = 'harmless'
/** Classifies every picture as a test says. */
const localTools = {
  ...noLocalTools,
  async features() {
    if (verdict === 'broken') throw new Error('no engine')
    const porn = verdict === 'sensitive' ? 0.9 : 0.01
    const classes = { drawing: 0, hentai: 0, neutral: 1 - porn, porn, sexy: 0 }
    return { features: new Float32Array(1_280), classes }
  },
}
const parts = { providers: [painter('onnx')], localTools }
const context = withTestServer({ ...parts, variables: { SAFETY_FILTER: 'on' } })
const shared = withTestServer(parts)
const off = withTestServer({ ...parts, variables: { SAFETY_FILTER: 'off' } })
const hosted = withTestServer({ providers: [painter()], localTools, variables: { SAFETY_FILTER: 'on' } })

async function make(client: TestClient, as: typeof verdict): Promise<ImageShape> {
  verdict = as
  const { images } = await client.settled(await client.generate({ prompt: 'a lighthouse' }))
  const [image] = images
  if (image?.status !== 'completed') throw new Error('There is no image.')
  return image
}

async function fileOf(client: TestClient, { id }: ImageShape, query = 'size=256') {
  const reply = await client.raw('GET', `/api/images/${id}/file?${query}`)
  return { headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) }
}

/** Whether stripes can be made out: how much neighbors differ, on average. */
async function showsStripes(bytes: Buffer): Promise<boolean> {
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true })
  let sum = 0
  for (let i = info.channels; i < data.length; i += info.channels)
    sum += Math.abs((data[i] ?? 0) - (data[i - info.channels] ?? 0))
  return (sum * info.channels) / data.length > 20
}

describe('the safety filter', () => {
  let ada: TestClient
  beforeAll(async () => {
    ada = await signUp(context.server)
  })

  it('leaves harmless pictures alone', async () => {
    const image = await make(ada, 'harmless')
    expect([image.sensitive, await showsStripes((await fileOf(ada, image)).bytes)]).toEqual([null, true])
  })

  it('hides a sensitive one behind a blur at every size, and says so everywhere', async () => {
    const image = await make(ada, 'sensitive')
    expect(image.sensitive).toBe('hidden')
    for (const query of ['size=64', 'size=256', 'size=512', 'size=original', 'size=original&format=png']) {
      const { bytes, headers } = await fileOf(ada, image, query)
      expect([query, await showsStripes(bytes)]).toEqual([query, false])
      // Once it is shown, the same address gives another file.
      expect(headers.get('cache-control')).toContain('no-cache')
    }
    const { items } = (await ada.send<{ items: ImageShape[] }>('GET', '/api/assets')).body
    expect(items.find(({ id }) => id === image.id)?.sensitive).toBe('hidden')
  })

  it('gives the picture itself for a download', async () => {
    const image = await make(ada, 'sensitive')
    const { bytes } = await fileOf(ada, image, 'size=original&sensitive=as-it-is')
    expect(await showsStripes(bytes)).toBe(true)
  })

  it('shows it when its owner asks, at the same address, and notifies every page', async () => {
    const image = await make(ada, 'sensitive')
    const before = await fileOf(ada, image)
    const shown = await ada.send<ImageShape>('POST', `/api/images/${image.id}/show`)
    expect([shown.status, shown.body.sensitive]).toEqual([200, 'shown'])
    const after = await fileOf(ada, image)
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
    expect(await showsStripes(after.bytes)).toBe(true)
    // Twice is as good as once.
    expect((await ada.send<ImageShape>('POST', `/api/images/${image.id}/show`)).body.sensitive).toBe('shown')
  })

  it('is on the board, and in no sheet of thumbnails until it is shown', async () => {
    verdict = 'sensitive'
    const card: GenerationShape = await ada.settled(await ada.generate({ prompt: 'two lighthouses' }))
    const { database, storage } = context.server
    const pack = () =>
      runOnce(
        packTask(
          {
            db: database.system,
            storage,
            thumbnailer: createThumbnailer(storage, unlimited),
            newId: () => crypto.randomUUID(),
          },
          { restSeconds: -1 },
        ),
      )
    await pack()
    const board = async () => {
      const text = await (await ada.raw('GET', `/api/projects/${card.projectId}/board`)).text()
      return text.split('\n').find((line) => line.includes(card.id)) ?? ''
    }
    expect(await board()).toContain('"sensitive":"hidden"')
    expect(await board()).not.toContain('"slots"')
    await ada.send('POST', `/api/images/${card.images[0]?.id}/show`)
    await pack()
    expect(await board()).toContain('"sensitive":"shown"')
    expect(await board()).toContain('"slots"')
  })

  it('is nothing that another user can change', async () => {
    const image = await make(ada, 'sensitive')
    const bob = await signUp(context.server)
    expect((await bob.send('POST', `/api/images/${image.id}/show`)).status).toBe(404)
    expect(await showsStripes((await fileOf(ada, image)).bytes)).toBe(false)
  })

  it('that can’t look shows the picture, and says so', async () => {
    const image = await make(ada, 'broken')
    expect(image.sensitive).toBeNull()
    expect(image.warnings).toContain('The safety filter could not look at this picture.')
  })
})

describe('SAFETY_FILTER', () => {
  it('looks from the second account on, where it is not set', async () => {
    const owner = await signUp(shared.server)
    expect((await make(owner, 'sensitive')).sensitive).toBeNull()
    await signUp(shared.server)
    expect((await make(owner, 'sensitive')).sensitive).toBe('hidden')
  })

  it('off looks at nothing', async () => {
    expect((await make(await signUp(off.server), 'sensitive')).sensitive).toBeNull()
  })

  it('leaves pictures of providers to their own filters', async () => {
    expect((await make(await signUp(hosted.server), 'sensitive')).sensitive).toBeNull()
  })
})
