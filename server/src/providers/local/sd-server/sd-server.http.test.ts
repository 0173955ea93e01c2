import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { LocalModelsShape } from '#contract/models/local-model.ts'
import type { ModelShape } from '#contract/models/model.ts'
import type { FileRole, SdServerModel } from '#domain/local-models/local-model.ts'
import { openModelFolder } from '#server/features/models/local/model-folder.ts'
import { createSketchProvider } from '#server/providers/local/sketch-provider.ts'
import { modelFile, startModelMirror } from '#server-testing/model-mirror.ts'
import { sdServerZip } from '#server-testing/sd-server-program.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { createSdServer, createSdServerProvider } from './sd-server-provider.ts'

const folder = await mkdtemp(join(tmpdir(), 'espalier-klein-'))
const mirror = await startModelMirror()
afterAll(async () => {
  await mirror.stop()
  await rm(folder, { recursive: true })
})

function fileAt(role: FileRole, content: Buffer<ArrayBuffer>) {
  const file = modelFile({ role, path: `${role}/file.bin`, bytes: content.byteLength })
  mirror.put(file, content)
  return file
}
const parts = await Promise.all([
  ...(['diffusion-model', 'language-model', 'decoder'] as const).map((role) => fileAt(role, randomBytes(20_000))),
  sdServerZip().then((zip) => fileAt('program', zip)),
])
const modern: SdServerModel = {
  kind: 'model',
  id: 'modern',
  name: 'Modern',
  description: 'For tests.',
  does: 'words-to-image',
  engine: 'sd-server',
  files: parts,
  licence: { name: 'Apache-2.0', link: 'https://example.com/licence', mustBeAccepted: false },
  leastMemoryBytes: 0,
  frameSide: 1_024,
  steps: 4,
  mostPictures: 4,
  referenceSeconds: 2,
}
/** The same with so many steps that its process can be killed meanwhile. */
const slow: SdServerModel = { ...modern, id: 'slow', name: 'Slow', steps: 60 }
const catalogue = [modern, slow]

const modelFolder = openModelFolder(join(folder, 'data'))
const context = withTestServer({
  providers: [
    createSketchProvider({ threads: 1, longestSide: 64 }),
    createSdServerProvider({
      server: createSdServer(folder),
      catalogue,
      filesOf: modelFolder.filesOf,
      ownProgram: async () => null,
      folder: join(folder, 'engine'),
      pollMs: 20,
    }),
  ],
  variables: { LOCAL_MODELS: mirror.origin },
  localCatalogue: catalogue,
  modelFolder,
})

const picker = async (client: TestClient) =>
  (await client.send<{ items: ModelShape[] }>('GET', '/api/models')).body.items
const listed = async (client: TestClient, { id }: SdServerModel) =>
  (await client.send<LocalModelsShape>('GET', '/api/local-models')).body.items.find((each) => each.id === id)

async function install(client: TestClient, model: SdServerModel): Promise<void> {
  await client.send('PUT', `/api/local-models/${model.id}`, {})
  await expect.poll(async () => (await listed(client, model))?.state).toEqual({ kind: 'installed' })
  await expect
    .poll(() => picker(client))
    .toContainEqual(expect.objectContaining({ name: model.name, isAvailable: true }))
}

/** Whether an image of a generation is in work. */
async function isRunning(client: TestClient, { id, projectId }: GenerationShape): Promise<boolean> {
  const path = `/api/projects/${projectId}/generations`
  const { items } = (await client.send<{ items: GenerationShape[] }>('GET', path)).body
  return items.some((each) => each.id === id && each.images.some(({ status }) => status === 'running'))
}

/** The process ids of stand-ins with these arguments. */
const pidsWith = (words: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        return command.includes('sd-server-stand-in') && command.includes(words)
      } catch {
        return false
      }
    })
    .map(Number)

describe('a modern model', () => {
  let ada: TestClient
  beforeAll(async () => {
    ada = await signUp(context.server)
  })

  it('is installed with its program, makes four pictures, and gives all of it back', async () => {
    await install(ada, modern)
    expect((await listed(ada, modern))?.files).toHaveLength(4)
    const made = await ada.settled(await ada.generate({ prompt: 'the light house', model: 'Modern' }))
    expect([made.status, made.images.map(({ width, height }) => `${width} × ${height}`)]).toEqual([
      'completed',
      Array(4).fill('1024 × 1024'),
    ])
    const { body } = await ada.send<{ freedBytes: number }>('DELETE', `/api/local-models/${modern.id}`)
    expect(body.freedBytes).toBe(parts.reduce((sum, { bytes }) => sum + bytes, 0))
    await expect.poll(() => picker(ada)).not.toContainEqual(expect.objectContaining({ name: 'Modern' }))
  })

  it('shares its program with another one, which stays when it is removed', async () => {
    await install(ada, modern)
    await install(ada, slow)
    const { body } = await ada.send<{ freedBytes: number }>('DELETE', `/api/local-models/${modern.id}`)
    expect(body.freedBytes).toBe(0)
    expect((await listed(ada, slow))?.state).toEqual({ kind: 'installed' })
  })

  it.runIf(process.platform === 'linux')('gets every picture although its process is killed by kill -9', async () => {
    await install(ada, slow)
    const asked = await ada.generate({ prompt: 'the light house', model: 'Slow' })
    await expect.poll(() => isRunning(ada, asked)).toBe(true)
    await expect.poll(() => pidsWith(folder)).toHaveLength(1)
    const killed = pidsWith(folder)
    for (const pid of killed) process.kill(pid, 'SIGKILL')
    const made = await ada.settled(asked)
    expect(made.images.map(({ status }) => status)).toEqual(Array(4).fill('completed'))
    expect(pidsWith(folder)).not.toEqual(killed)
  })

  it.runIf(process.platform === 'linux')('ends its process when a picture in work is cancelled', async () => {
    await install(ada, slow)
    const asked = await ada.generate({ prompt: 'the light house again', model: 'Slow' })
    await expect.poll(() => isRunning(ada, asked)).toBe(true)
    await expect.poll(() => pidsWith(folder)).toHaveLength(1)
    await ada.send('POST', `/api/generations/${asked.id}/cancel`)
    await expect.poll(() => pidsWith(folder)).toEqual([])
  })
})
