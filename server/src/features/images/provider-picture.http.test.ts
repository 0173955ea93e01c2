import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { openEvents } from '#server-testing/sse-client.ts'
import { signUp } from '#server-testing/test-client.ts'
import { openTestServer, type TestServer } from '#server-testing/test-server.ts'
import { generatedImages } from '../../db/schema/generations.ts'
import { jobs } from '../../db/schema/jobs.ts'
import { originalKey } from '../../pictures/picture-keys.ts'
import { readRecord } from '../../pictures/picture-record.ts'
import { type ImageAnswer, type ImageProvider, ProviderError } from '../../providers/provider.ts'

const metricsToken = 'numbers for the operator'
let server: TestServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function open(over: Partial<ImageProvider>, variables: Record<string, string> = {}) {
  const provider = createInstantProvider({ name: 'replicate', opens: 'by-key', ...over })
  server = await openTestServer({
    providers: [provider],
    variables: { REPLICATE_API_TOKEN: 'r8_operator', CREDITS: 'off', METRICS_TOKEN: metricsToken, ...variables },
  })
  return { server, ada: await signUp(server), db: server.database.system }
}
const model = 'Flux Krea'
const pictureOf = async (width: number, height: number, over: Partial<ImageAnswer> = {}): Promise<ImageAnswer> => ({
  bytes: await sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .png()
    .toBuffer(),
  seed: 7,
  warnings: [],
  ...over,
})

describe('a picture from a provider', () => {
  it('is cropped to the requested ratio, records that, and keeps the requested and the delivered size', async () => {
    const { server, ada, db } = await open({
      generate: () =>
        pictureOf(1536, 672, { costUsd: 0.025, requestId: 'prediction-1', warnings: ['A word of its own.'] }),
    })
    const made = await ada.settled(await ada.generate({ prompt: 'wide', model, aspectRatio: '2.35:1' }))
    const [image] = made.images
    expect(image).toMatchObject({ width: 1536, height: 654, seed: 7 })
    expect(image?.warnings).toEqual(['A word of its own.', '2.35:1 was cropped from 21:9.'])
    const file = await ada.raw('GET', image?.imageUrl ?? '')
    expect(await readRecord(new Uint8Array(await file.arrayBuffer()))).toMatchObject({
      asked: { width: 1504, height: 640 },
      delivered: { width: 1536, height: 672 },
    })
    const [job] = await db.select().from(jobs).where(eq(jobs.generationId, made.id))
    expect(job?.costMicroUsd).toBe(25_000)
    expect(
      await (await server.app.request('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })).text(),
    ).toContain('espalier_provider_charged_usd_total{provider="replicate"} 0.1')
  })

  it('that was enlarged on this machine says so, and records the painted size', async () => {
    const paintedAt = { width: 512, height: 512 }
    const { ada } = await open({ generate: () => pictureOf(1024, 1024, { paintedAt }) })
    const made = await ada.settled(await ada.generate({ prompt: 'square', model }))
    const [image] = made.images
    expect(image).toMatchObject({ width: 1024, height: 1024 })
    expect(image?.warnings).toEqual(['Made at 512 × 512, enlarged to 1024 × 1024.'])
    const file = await ada.raw('GET', image?.imageUrl ?? '')
    expect(await readRecord(new Uint8Array(await file.arrayBuffer()))).toMatchObject({
      asked: { width: 1024, height: 1024 },
      delivered: paintedAt,
    })
  })

  it('that takes more memory to open than the server has fails, and is never opened', async () => {
    const flat = sharp({ create: { width: 4_000, height: 4_000, channels: 3, background: '#336699' } })
    const bytes = await flat.webp({ lossless: true, effort: 0 }).toBuffer()
    const small = { SERVER_LIMITS: 'work-megabytes=20' }
    const { ada } = await open({ generate: async () => ({ bytes, seed: 7, warnings: [] }) }, small)
    const made = await ada.settled(await ada.generate({ prompt: 'square', model }))
    const errors = made.images.map(({ error }) => error)
    expect(errors).toEqual(Array(4).fill({ code: 'invalid', message: expect.stringContaining('more memory') }))
  })

  it('is refused as a PNG where converting it takes more memory than the server has', async () => {
    const flat = sharp({ create: { width: 2_000, height: 2_000, channels: 3, background: '#336699' } })
    const bytes = await flat.webp({ lossless: true, effort: 0 }).toBuffer()
    const { server, ada, db } = await open({}, { SERVER_LIMITS: 'work-megabytes=20' })
    const { images } = await ada.settled(await ada.generate({ prompt: 'square', model }))
    const id = images[0]?.id ?? ''
    const stored = { mediaType: 'image/webp', width: 2_000, height: 2_000, byteSize: bytes.byteLength }
    await db.update(generatedImages).set(stored).where(eq(generatedImages.id, id))
    await server.storage.put(originalKey(id, 1), bytes)
    expect((await ada.raw('GET', `/api/images/${id}/file`)).status).toBe(200)
    expect((await ada.raw('GET', `/api/images/${id}/file?format=png`)).status).toBe(413)
  })

  it('carries its record in every format, and in the PNG download', async () => {
    const picture = sharp({ create: { width: 1024, height: 1024, channels: 3, background: '#336699' } })
    const { ada } = await open({
      generate: async () => ({ bytes: await picture.jpeg().toBuffer(), seed: 7, warnings: [] }),
    })
    const made = await ada.settled(await ada.generate({ prompt: 'a <fox> & friends', model }))
    const address = made.images[0]?.imageUrl
    for (const [query, format] of [
      ['', 'jpeg'],
      ['?format=png', 'png'],
    ]) {
      const bytes = Buffer.from(await (await ada.raw('GET', `${address}${query}`)).arrayBuffer())
      expect((await sharp(bytes).metadata()).format).toBe(format)
      expect(await readRecord(bytes)).toMatchObject({ prompt: 'a <fox> & friends', model, seed: 7 })
    }
  })

  it('has previews while it is generated, for its owner alone', async () => {
    const finish = Promise.withResolvers<void>()
    const preview = (await pictureOf(900, 600)).bytes
    const { server, ada } = await open({
      async generate(_, { progress }) {
        progress({ fraction: 0.4, preview })
        await finish.promise
        return pictureOf(1024, 1024)
      },
    })
    const stream = await openEvents(server, ada.cookie)
    const made = await ada.generate({ prompt: 'slow', model })
    const shown = await stream.next(({ name, data }) => name === 'image-progress' && data.previewUrl !== null)
    expect(shown.data).toMatchObject({ generationId: made.id, projectId: made.projectId, fraction: 0.4 })
    expect(shown.id).toBeNaN()
    const address = String(shown.data.previewUrl)
    const seen = await ada.raw('GET', address)
    expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(await sharp(Buffer.from(await seen.arrayBuffer())).metadata()).toMatchObject({ width: 384, height: 256 })
    const bob = await signUp(server)
    expect((await bob.raw('GET', address)).status).toBe(404)
    finish.resolve()
    await ada.settled(made)
    await expect.poll(async () => (await ada.raw('GET', address)).status).toBe(204)
    stream.close()
  })

  it('that is canceled is canceled at the provider, and reports what is still charged', async () => {
    const cancelled: [string | null, string][] = []
    let remembered = 0
    const { ada } = await open({
      async generate(_, call) {
        if (!call.requestId) await call.rememberRequest('prediction-1')
        remembered += 1
        return new Promise(() => {})
      },
      async cancel(requestId, { key }) {
        cancelled.push([requestId, key])
        return 'Replicate may still charge for it.'
      },
    })
    const made = await ada.generate({ prompt: 'no more', model })
    await expect.poll(() => remembered).toBe(4)
    await ada.send('POST', `/api/generations/${made.id}/cancel`)
    const settled = await ada.settled(made)
    expect(settled.images.map(({ status, warnings }) => [status, warnings])).toEqual(
      Array(4).fill(['cancelled', ['Replicate may still charge for it.']]),
    )
    expect(cancelled).toEqual(Array(4).fill(['prediction-1', 'r8_operator']))
  })

  it('is requested again where the provider has ended the request, and resumed where it has not', async () => {
    const asked: (string | null)[] = []
    const { ada } = await open({
      concurrency: 1,
      async generate({ orderNum }, call) {
        if (orderNum > 0) return pictureOf(1024, 1024)
        asked.push(call.requestId)
        if (call.requestId === null) await call.rememberRequest(`prediction-${asked.length}`)
        if (asked.length === 3) return pictureOf(1024, 1024)
        const request = asked.length === 1 ? 'open' : 'over'
        throw new ProviderError('provider-down', 'No connection.', { request, retryAfterMs: 1 })
      },
    })
    const made = await ada.settled(await ada.generate({ prompt: 'again', model }))
    expect(made.status).toBe('completed')
    expect(asked).toEqual([null, 'prediction-1', null])
  })

  it('is not given up while the provider that has its request does not answer', async () => {
    const { ada, db } = await open({
      async generate(_, call) {
        if (call.requestId === null) await call.rememberRequest('prediction-1')
        throw new ProviderError('provider-down', 'No connection.')
      },
    })
    const made = await ada.generate({ prompt: 'away', model })
    await expect
      .poll(
        async () => {
          await db.execute(sql`
            with due as (update jobs set run_at = now() where state = 'queued' and tries < 4),
              circuits as (update provider_circuits set failures = 0)
            select pg_notify('espalier_jobs', 'queued')`)
          const { body } = await ada.send<{ items: GenerationShape[] }>(
            'GET',
            `/api/projects/${made.projectId}/generations`,
          )
          return body.items[0]?.images.map(({ status }) => status)
        },
        { interval: 100 },
      )
      .toEqual(Array(4).fill('uncertain'))
  })

  it("without a worker but with a provider's request is canceled at the provider as well", async () => {
    const cancelled: (string | null)[] = []
    const { ada, db } = await open({
      async generate(_, call) {
        await call.rememberRequest('prediction-1')
        return new Promise(() => {})
      },
      async cancel(requestId) {
        cancelled.push(requestId)
        return null
      },
    })
    const made = await ada.generate({ prompt: 'silent', model })
    await expect
      .poll(async () => (await db.select().from(jobs)).filter((job) => job.providerRequestId !== null).length)
      .toBe(4)
    await db.update(jobs).set({ state: 'queued', worker: null, leaseUntil: null, runAt: new Date(Date.now() + 60_000) })
    await ada.send('POST', `/api/generations/${made.id}/cancel`)
    expect((await ada.settled(made)).status).toBe('cancelled')
    expect(cancelled).toEqual(Array(4).fill('prediction-1'))
  })
})
