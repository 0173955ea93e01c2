import { randomBytes } from 'node:crypto'
import { mkdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { LocalModelShape, LocalModelsShape } from '#contract/models/local-model.ts'
import type { LocalModel } from '#domain/local-models/local-model.ts'
import type { Machine } from '#domain/local-models/machine.ts'
import { runOnce } from '#server/background/runner.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { modelAt, sdServerModelAt, startModelMirror, toolAt } from '#server-testing/model-mirror.ts'
import { serverInTest } from '#server-testing/server-in-test.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import type { TestServer } from '#server-testing/test-server.ts'
import { openModelFolder } from './model-folder.ts'
import { sweepPartsTask } from './sweep-parts.ts'

const mirror = await startModelMirror()
afterAll(() => mirror.stop())
const tiny = modelAt(mirror)
/** Each has one large file whose hash its host states; a tool's is pinned. */
const kinds: readonly LocalModel[] = [
  tiny,
  toolAt(mirror, randomBytes(3_000_000), { id: 'tool' }),
  sdServerModelAt(mirror, { id: 'modern' }),
]
const open = serverInTest()
const machine = {
  engineHindrances: { onnx: null, 'sd-server': null },
  timedEngines: new Set(['onnx'] as const),
  cores: 2,
  coreGigaflops: null,
}
let freeBytes = 1e12
const look = async (): Promise<Machine> => ({
  ...machine,
  totalMemoryBytes: 16e9,
  freeMemoryBytes: 12e9,
  freeDiskBytes: freeBytes,
})

type Started = { readonly server: TestServer; readonly operator: TestClient }
async function start(variables: Record<string, string> = {}): Promise<Started> {
  freeBytes = 1e12
  mirror.be('good')
  const server = await open({
    providers: [
      createInstantProvider({ localEngine: 'onnx' }),
      createInstantProvider({ name: 'sd-server', localEngine: 'sd-server' }),
    ],
    variables: { LOCAL_MODELS: mirror.origin, ...variables },
    localCatalogue: kinds,
    look,
    downloadLimits: { waitMs: 5, stallMs: 400, tries: 3, retryMs: 50, everyMs: 200, freeBytes: async () => freeBytes },
  })
  return { server, operator: await signUp(server) }
}
const stateOf = async ({ operator }: Started, id = tiny.id) => {
  const { body } = await operator.send<LocalModelsShape>('GET', '/api/local-models')
  return body.items.find((each) => each.id === id)?.state
}
/** The beginning that the mirror sends is in its part. */
const beganIn = (dataDir: string) =>
  vi.waitFor(async () => expect(await openModelFolder(dataDir).bytes()).toBe(64_000), { timeout: 20_000 })
const install = ({ operator }: Started, id = tiny.id) =>
  operator.send<LocalModelShape>('PUT', `/api/local-models/${id}`, {})
const becomes = (started: Started, state: object, id = tiny.id) =>
  vi.waitFor(async () => expect(await stateOf(started, id)).toMatchObject(state), { timeout: 30_000, interval: 50 })

describe('a download', () => {
  it.each(['cut', 'stalls once'] as const)('gets there over a line that is %s', async (manner) => {
    const started = await start()
    mirror.be(manner)
    await install(started)
    await becomes(started, { kind: 'installed' })
  })

  it.each([
    ['other content', /^The content is not the one that was expected: its checksum differs/],
    ['other statement', /another content for tokenizer\/merges\.txt than this release expects\.$/],
    ['unstated', /doesn’t state the SHA-256 of unet\/model\.safetensors, and this release doesn’t know it\.$/],
    [{ status: 403 }, /only to people who are signed in there/],
    [{ status: 404 }, /doesn’t have this file any more/],
  ] as const)('that meets %j fails with a sentence, and comes when it is tried again', async (manner, reason) => {
    const started = await start()
    mirror.be(manner)
    await install(started)
    await becomes(started, { kind: 'failed', reason: expect.stringMatching(reason) })
    expect(await openModelFolder(started.server.dataDir).list()).toEqual([])
    mirror.be('good')
    await install(started)
    await becomes(started, { kind: 'installed' })
  })

  it('that meets a full disk says how much is missing, keeps what has come, and goes on', async () => {
    const started = await start()
    mirror.be('cut')
    await install(started)
    freeBytes = 1e12
    await vi.waitFor(() => expect(mirror.asked.length).toBeGreaterThan(0), { timeout: 20_000 })
    freeBytes = 5e8
    await becomes(started, {
      kind: 'failed',
      reason: expect.stringMatching(
        /^No room on the disk: 0\.6 GB are missing\. Make room, then try again\. What has come/,
      ),
    })
    expect((await install(started)).status).toBe(422)
    freeBytes = 1e12
    mirror.be('good')
    await install(started)
    await becomes(started, { kind: 'installed' })
    expect(mirror.asked[0]).toMatch(/^bytes=/)
  })

  it('goes on after the server was stopped in the middle', async () => {
    const started = await start()
    mirror.be('held')
    await install(started)
    await beganIn(started.server.dataDir)
    await started.server.stop()
    mirror.be('good')
    const next = started.server.another()
    await vi.waitFor(async () => expect(await openModelFolder(started.server.dataDir).filesOf('tiny')).not.toBeNull(), {
      timeout: 30_000,
    })
    expect(mirror.asked[0]).toMatch(/^bytes=64000-$/)
    await next.stop()
    mirror.release()
  })

  it('is taken over by another server on the same folder when its own is gone without a word', async () => {
    const started = await start()
    const { system } = started.server.database
    // As kill -9 leaves it: wanted, with the lease of a process that no longer renews it, and the beginning of a file.
    await install(started)
    await becomes(started, { kind: 'installed' })
    const [record] = await openModelFolder(started.server.dataDir).list()
    const folder = openModelFolder(started.server.dataDir)
    const unet = record?.files[0]
    if (!unet) throw new Error('There is no record.')
    await started.operator.send('DELETE', '/api/local-models/tiny')
    await mkdir(join(folder.path, 'parts'), { recursive: true })
    await writeFile(folder.partOf(unet.sha256), Buffer.alloc(0))
    await system.execute(sql`update local_model_installations set state = 'wanted', worker = gen_random_uuid(),
      lease_until = now() + interval '2 seconds'`)
    const other = started.server.another()
    await becomes(started, { kind: 'installed' })
    await other.stop()
  })

  it('ends when the model is removed meanwhile, and leaves nothing', async () => {
    const started = await start()
    mirror.be('held')
    await install(started)
    await beganIn(started.server.dataDir)
    const removed = await started.operator.send<{ freedBytes: number }>('DELETE', '/api/local-models/tiny')
    expect(removed.body.freedBytes).toBeGreaterThan(0)
    mirror.release()
    await becomes(started, { kind: 'available' })
    expect(await openModelFolder(started.server.dataDir).bytes()).toBe(0)
  })
})

describe.each(kinds.map((each) => [`${each.kind} of ${each.engine}`, each.id] as const))('a %s', (_name, id) => {
  it('comes over a line that breaks, waits for a network that is away, and refuses other content', async () => {
    const started = await start()
    mirror.be('other content')
    await install(started, id)
    await becomes(started, { kind: 'failed', reason: expect.stringMatching(/its checksum differs/) }, id)
    mirror.be('silent')
    await install(started, id)
    await becomes(
      started,
      { kind: 'downloading', reason: expect.stringMatching(/can’t be reached from this server\.$/) },
      id,
    )
    mirror.be('cut')
    await becomes(started, { kind: 'installed' }, id)
  })

  it('meets a full disk with a sentence, and goes on when there is room', async () => {
    const started = await start()
    mirror.be('cut')
    await install(started, id)
    await vi.waitFor(() => expect(mirror.asked.length).toBeGreaterThan(0), { timeout: 20_000 })
    freeBytes = 5e8
    await becomes(started, { kind: 'failed', reason: expect.stringMatching(/^No room on the disk: 0\.6 GB/) }, id)
    freeBytes = 1e12
    mirror.be('good')
    await install(started, id)
    await becomes(started, { kind: 'installed' }, id)
  })

  it('is fetched by one of two servers on one folder', async () => {
    const started = await start()
    const other = started.server.another()
    await install(started, id)
    await becomes(started, { kind: 'installed' }, id)
    const { files } = kinds.find((each) => each.id === id) ?? tiny
    expect(mirror.asked).toEqual(files.map(() => 'all'))
    await other.stop()
  })
})

describe('LOCAL_MODELS=off', () => {
  it('shows the list, and refuses everything else', async () => {
    const started = await start({ LOCAL_MODELS: 'off' })
    const { body } = await started.operator.send<LocalModelsShape>('GET', '/api/local-models')
    expect(body.access).toBe('off')
    const refused = await started.operator.send('PUT', '/api/local-models/tiny', {})
    expect([refused.status, refused.body.message]).toEqual([
      422,
      'Installing models is switched off on this server (LOCAL_MODELS).',
    ])
  })
})

describe('the sweep', () => {
  it('removes parts that were not gone on with for a week, and neither newer ones nor installed models', async () => {
    const started = await start()
    await install(started)
    await becomes(started, { kind: 'installed' })
    const folder = openModelFolder(started.server.dataDir)
    await mkdir(join(folder.path, 'parts'), { recursive: true })
    const [old, fresh] = ['1', '2'].map((digit) => folder.partOf(digit.repeat(64)))
    const eightDaysAgo = new Date(Date.now() - 8 * 86_400_000)
    for (const path of [old, fresh]) await writeFile(path ?? '', 'part')
    await utimes(old ?? '', eightDaysAgo, eightDaysAgo)
    await runOnce(sweepPartsTask(started.server.database.system, folder))
    const isThere = (path = '') =>
      stat(path).then(
        () => true,
        () => false,
      )
    expect([await isThere(old), await isThere(fresh)]).toEqual([false, true])
    expect(await folder.filesOf('tiny')).not.toBeNull()
  })
})
