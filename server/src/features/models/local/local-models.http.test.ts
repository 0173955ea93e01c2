import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LocalModelShape, LocalModelsShape } from '#contract/models/local-model.ts'
import { noEditRecord, thisMachine } from '#domain/edit/edit-record.ts'
import type { Machine } from '#domain/local-models/machine.ts'
import { generations } from '#server/db/schema/generations.ts'
import { jobs } from '#server/db/schema/jobs.ts'
import { localModelInstallations as rows } from '#server/db/schema/local-models.ts'
import { setOperator } from '#server/features/account/operators.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { modelAt, startModelMirror, toolAt } from '#server-testing/model-mirror.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { openModelFolder } from './model-folder.ts'

const mirror = await startModelMirror()
afterAll(() => mirror.stop())
const tiny = modelAt(mirror)
const licensed = modelAt(mirror, {
  id: 'licensed',
  name: 'Licensed',
  licence: { name: 'OpenRAIL++', link: 'https://example.com/licence', mustBeAccepted: true },
})
const large = modelAt(mirror, { id: 'large', name: 'Large', leastMemoryBytes: 64e9 })
const foreign = {
  ...modelAt(mirror, { id: 'foreign', name: 'Foreign' }),
  engine: 'sd-server' as const,
  mostPictures: 0,
}
const cutter = toolAt(mirror, randomBytes(1_000), { id: 'cutter', name: 'Cutter' })
const machine: Machine = {
  engineHindrances: { onnx: null, 'sd-server': null },
  timedEngines: new Set(['onnx']),
  cores: 2,
  totalMemoryBytes: 16e9,
  freeMemoryBytes: 12e9,
  freeDiskBytes: 100e9,
  coreGigaflops: null,
}
const context = withTestServer({
  providers: [createInstantProvider({ localEngine: 'onnx' })],
  variables: { LOCAL_MODELS: mirror.origin },
  localCatalogue: [tiny, licensed, large, foreign, cutter],
  look: async () => machine,
  downloadLimits: { waitMs: 5, stallMs: 400, tries: 3, retryMs: 50, freeBytes: async () => 1e12 },
})

let operator: TestClient
beforeAll(async () => {
  operator = await signUp(context.server)
})
beforeEach(async () => {
  mirror.be('good')
  for (const { id } of [tiny, licensed, large]) await operator.send('DELETE', `/api/local-models/${id}`)
})

const listed = async (client = operator) => (await client.send<LocalModelsShape>('GET', '/api/local-models')).body
const shown = async (id: string, client = operator) => {
  const model = (await listed(client)).items.find((each) => each.id === id)
  if (!model) throw new Error(`${id} is not listed.`)
  return model
}
const install = (id: string, body: object = {}, client = operator) =>
  client.send<LocalModelShape & { message: string }>('PUT', `/api/local-models/${id}`, body)
const becomes = (id: string, kind: LocalModelShape['state']['kind']) =>
  vi.waitFor(async () => expect((await shown(id)).state.kind).toBe(kind), { timeout: 20_000, interval: 50 })
const installed = async (id: string) => {
  expect((await install(id)).status).toBe(200)
  await becomes(id, 'installed')
}
const folder = () => openModelFolder(context.server.dataDir)

describe('the list of local models', () => {
  it('has the models that an engine of this server runs, for everybody, and the machine for the operator', async () => {
    const other = await signUp(context.server)
    const list = await listed(other)
    expect(list.items.map(({ id, state }) => [id, state.kind])).toEqual([
      ['tiny', 'available'],
      ['licensed', 'available'],
      ['large', 'available'],
      ['cutter', 'available'],
    ])
    expect([list.access, list.hasEngine, list.machine]).toEqual(['other', true, null])
    expect(list.items.map(({ hindrance }) => hindrance)).toEqual([null, null, null, null])
    expect((await listed()).machine?.cores).toBe(2)
  })

  it('says why a model can not be installed on this machine', async () => {
    const { hindrance } = await shown('large')
    expect(hindrance).toBe('Needs 64 GB of free memory; this machine has 12.')
    const refused = await install('large')
    expect([refused.status, refused.body.message]).toEqual([422, hindrance])
  })
})

describe('installing', () => {
  it('brings every file, and says which hash was pinned and which the host stated', async () => {
    await installed('tiny')
    const { files, bytes } = await shown('tiny')
    expect(files.map(({ trust }) => trust)).toEqual(['stated', 'pinned'])
    expect(files.every(({ sha256 }) => sha256 !== null)).toBe(true)
    expect(bytes).toBe(3_100_000)
    const paths = await folder().filesOf('tiny')
    expect([...(paths ?? new Map()).keys()]).toEqual(['unet', 'merges'])
    expect((await readFile(paths?.get('unet') ?? '')).length).toBe(3_000_000)
    expect((await listed()).machine?.modelBytes).toBe(3_100_000)
  })

  it('is for the operator: the first account, and those that are named', async () => {
    const other = await signUp(context.server)
    const calls = [
      ['PUT', '/api/local-models/tiny', {}],
      ['POST', '/api/local-models/tiny/pause', undefined],
      ['POST', '/api/local-models/tiny/verify', undefined],
      ['DELETE', '/api/local-models/tiny', undefined],
    ] as const
    for (const [method, path, body] of calls) {
      const { status, body: reply } = await other.send(method, path, body)
      expect([status, reply.message]).toEqual([422, 'Ask the person who runs this server.'])
    }
    await setOperator(context.server.database.system, other.userId, { isOperator: true })
    expect((await listed(other)).access).toBe('operator')
    expect((await install('tiny', {}, other)).status).toBe(200)
    await setOperator(context.server.database.system, other.userId, { isOperator: false })
    expect((await listed(other)).access).toBe('other')
    await becomes('tiny', 'installed')
  })

  it('asks for the licence once, and records who accepted it and when', async () => {
    const refused = await install('licensed')
    expect([refused.status, refused.body.message]).toEqual([409, 'Accept the licence of Licensed first.'])
    expect((await install('licensed', { acceptsLicence: true })).status).toBe(200)
    await becomes('licensed', 'installed')
    const [row] = await context.server.database.system.select().from(rows).where(eq(rows.modelId, 'licensed'))
    expect(row?.licenceAcceptedBy).toBe(operator.userId)
    await operator.send('DELETE', '/api/local-models/licensed')
    expect((await shown('licensed')).licence.acceptedAt).toBe(row?.licenceAcceptedAt?.toISOString())
    expect((await install('licensed')).status).toBe(200)
    await becomes('licensed', 'installed')
  })

  it('refuses a model that no engine runs, and one that is unknown', async () => {
    const refused = await install('foreign')
    expect([refused.status, refused.body.message]).toEqual([422, 'This server has no engine that runs Foreign.'])
    expect((await install('unknown')).status).toBe(404)
  })
})

describe('pausing and going on', () => {
  it('keeps what has come', async () => {
    mirror.be('held')
    await install('tiny')
    await vi.waitFor(async () => expect(await folder().bytes()).toBe(64_000), { timeout: 20_000 })
    const paused = await operator.send<LocalModelShape>('POST', '/api/local-models/tiny/pause')
    expect(paused.body.state.kind).toBe('paused')
    // The download ends with the next heartbeat; a new one can begin then.
    mirror.be('good')
    await installed('tiny')
    expect(mirror.asked[0]).toMatch(/^bytes=64000-$/)
    mirror.release()
  })

  it('is refused where nothing is in work', async () => {
    expect((await operator.send('POST', '/api/local-models/tiny/pause')).status).toBe(409)
    expect((await operator.send('POST', '/api/local-models/tiny/verify')).status).toBe(409)
  })
})

describe('removing', () => {
  it('says what came free, and keeps the files of other models', async () => {
    await installed('tiny')
    const shared = folder()
    const [record] = await shared.list()
    if (!record) throw new Error('There is no record.')
    await shared.add({ ...record, id: 'sharing', files: record.files.filter(({ role }) => role === 'merges') })
    const first = await operator.send<{ freedBytes: number }>('DELETE', '/api/local-models/tiny')
    expect(first.body.freedBytes).toBe(3_000_000)
    expect(await shared.filesOf('tiny')).toBeNull()
    expect(await shared.filesOf('sharing')).not.toBeNull()
    await shared.forget('sharing')
    expect((await shown('tiny')).state.kind).toBe('available')
  })

  it('asks again while images wait for the model', async () => {
    await installed('tiny')
    const { system } = context.server.database
    const started = await operator.settled(await operator.generate({ prompt: 'a fox' }))
    await system.update(generations).set({ model: 'onnx:tiny' }).where(eq(generations.id, started.id))
    await system
      .update(jobs)
      .set({ state: 'queued', runAt: new Date(Date.now() + 3_600_000) })
      .where(eq(jobs.generationId, started.id))
    const refused = await operator.send('DELETE', '/api/local-models/tiny')
    expect([refused.status, refused.body.message]).toEqual([409, '4 images wait for Tiny.'])
    expect((await shown('tiny')).state.kind).toBe('installed')
    expect((await operator.send('DELETE', '/api/local-models/tiny', { evenIfNeeded: 'yes' })).status).toBe(200)
    await system.update(jobs).set({ state: 'done' }).where(eq(jobs.generationId, started.id))
  })
})

describe('removing a tool', () => {
  it('asks again while edits of this machine wait for it', async () => {
    await installed('cutter')
    const { system } = context.server.database
    const card = await operator.settled(await operator.generate({ prompt: 'a fox', count: 1 }))
    const editRecord = { ...noEditRecord, tool: 'Cutter' }
    await system.update(generations).set({ model: thisMachine, editRecord }).where(eq(generations.id, card.id))
    const later = new Date(Date.now() + 3_600_000)
    await system.update(jobs).set({ state: 'queued', runAt: later }).where(eq(jobs.generationId, card.id))
    const refused = await operator.send('DELETE', '/api/local-models/cutter')
    expect([refused.status, refused.body.message]).toEqual([409, 'One image waits for Cutter.'])
    await system.update(jobs).set({ state: 'done' }).where(eq(jobs.generationId, card.id))
    expect((await operator.send('DELETE', '/api/local-models/cutter')).status).toBe(200)
  })
})

describe('checking', () => {
  it('finds an undamaged model undamaged', async () => {
    await installed('tiny')
    expect((await operator.send<LocalModelShape>('POST', '/api/local-models/tiny/verify')).body.state.kind).toBe(
      'checking',
    )
    await becomes('tiny', 'installed')
  })

  it('finds a changed file, takes the model away from engines, and fetches that file again', async () => {
    await installed('tiny')
    const path = (await folder().filesOf('tiny'))?.get('merges') ?? ''
    const whole = await readFile(path)
    await writeFile(path, Buffer.alloc(whole.length))
    await operator.send('POST', '/api/local-models/tiny/verify')
    await becomes('tiny', 'damaged')
    expect((await shown('tiny')).state).toMatchObject({ reason: 'Damaged: tokenizer/merges.txt. Fetch it again.' })
    expect(await folder().filesOf('tiny')).toBeNull()
    mirror.be('good')
    await installed('tiny')
    expect((await readFile(path)).equals(whole)).toBe(true)
    expect(mirror.asked).toEqual(['all'])
  })

  it('shows a model whose files are gone, as after a restored backup, as damaged', async () => {
    await installed('tiny')
    await rm(folder().path, { recursive: true })
    expect((await shown('tiny')).state).toMatchObject({ kind: 'damaged', reason: expect.stringContaining('backup') })
    await installed('tiny')
  })
})
