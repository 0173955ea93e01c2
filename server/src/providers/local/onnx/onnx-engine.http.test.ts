import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { LocalModelsShape } from '#contract/models/local-model.ts'
import type { ModelShape } from '#contract/models/model.ts'
import type { OnnxModel } from '#domain/local-models/local-model.ts'
import { runtimeInstaller } from '#engine/install-runtime.ts'
import { createLocalEngine } from '#engine/local-engine.ts'
import { writeModel } from '#engine-tools/write-model.ts'
import { openModelFolder } from '#server/features/models/local/model-folder.ts'
import { createSketchProvider } from '#server/providers/local/sketch-provider.ts'
import { modelAt, modelFile, startModelMirror } from '#server-testing/model-mirror.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { createOnnxProvider } from './onnx-provider.ts'

const folder = await mkdtemp(join(tmpdir(), 'espalier-tiny-'))
const mirror = await startModelMirror()
afterAll(async () => {
  await mirror.stop()
  await rm(folder, { recursive: true })
})

/** A tiny model with made-up weights, whose files the mirror has. */
const written = writeModel(join(folder, 'written'))
const roles = [
  ['unet', written.unet],
  ['text-encoder', written.text],
  ['autoencoder', written.autoencoder],
  ['merges', written.merges],
] as const
const form: Partial<OnnxModel> = {
  name: 'Tiny',
  leastMemoryBytes: 0,
  frameSide: 64,
  files: roles.map(([role, path]) => {
    const content = readFileSync(path)
    const file = modelFile({ role, path: `${role}/file`, bytes: content.byteLength })
    mirror.put(file, content)
    return file
  }),
}
const tiny = modelAt(mirror, form)
/** The same model with so many steps that its process can be killed meanwhile. */
const slow = modelAt(mirror, { ...form, id: 'slow', name: 'Slow', steps: 40, frameSide: 256 })

const modelFolder = openModelFolder(join(folder, 'data'))
const engine = createLocalEngine({
  leaseName: folder,
  runtimeFolder: runtimeInstaller(join(process.cwd(), '.engine')),
  threads: 1,
})
const context = withTestServer({
  providers: [
    createSketchProvider({ threads: 1, longestSide: 64 }),
    createOnnxProvider({ engine, catalogue: [tiny, slow], filesOf: modelFolder.filesOf }),
  ],
  variables: { LOCAL_MODELS: mirror.origin },
  localCatalogue: [tiny, slow],
  modelFolder,
})

const picker = async (client: TestClient) =>
  (await client.send<{ items: ModelShape[] }>('GET', '/api/models')).body.items

/** Installs a model, until it is listed. The first person to sign up may. */
async function install(client: TestClient, { id, name }: OnnxModel): Promise<void> {
  await client.send('PUT', `/api/local-models/${id}`, {})
  const stateOf = async () =>
    (await client.send<LocalModelsShape>('GET', '/api/local-models')).body.items.find((each) => each.id === id)?.state
  await expect.poll(stateOf).toEqual({ kind: 'installed' })
  await expect.poll(() => picker(client)).toContainEqual(expect.objectContaining({ name, isAvailable: true }))
}

/** The text of a file of /proc; empty for a process that has just ended. */
function readProcess(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8')
  } catch {
    return ''
  }
}

/** The process ids of engines that this process has started. */
const enginePids = (): number[] =>
  readdirSync('/proc/self/task')
    .flatMap((task) => readProcess(`self/task/${task}/children`).split(' '))
    .filter((pid) => pid !== '' && readProcess(`${pid}/cmdline`).includes('engine-child'))
    .map(Number)

const pixelsOf = async (ada: TestClient, made: GenerationShape) =>
  Promise.all(
    made.images.map(async ({ imageUrl }) => {
      const file = await ada.raw('GET', imageUrl ?? '')
      return sharp(Buffer.from(await file.arrayBuffer()))
        .raw()
        .toBuffer()
    }),
  )

describe('a user without a key', () => {
  let ada: TestClient
  beforeAll(async () => {
    ada = await signUp(context.server)
  })

  it('installs a model, which then is the default and paints for free, enlarged to what was asked', async () => {
    const first = await ada.settled(await ada.generate({ prompt: 'the light house' }))
    expect(first.model).toBe('Sketch')

    await install(ada, tiny)
    const made = await ada.settled(await ada.generate({ prompt: 'the light house', aspectRatio: '3:2' }))
    expect([made.status, made.model]).toEqual(['completed', 'Tiny'])
    for (const image of made.images) {
      expect(image).toMatchObject({ width: 1248, height: 832 })
      expect(image.warnings).toEqual(['Made at 64 × 64, enlarged to 1248 × 832.'])
    }
    const pictures = await pixelsOf(ada, made)
    expect(new Set(pictures.map((pixels) => pixels.toString('base64'))).size).toBe(4)

    await ada.send('DELETE', `/api/local-models/${tiny.id}`)
    await expect.poll(() => picker(ada)).not.toContainEqual(expect.objectContaining({ name: 'Tiny' }))
    const refused = await ada.send('POST', '/api/generations', { prompt: 'the light house', model: 'Tiny' })
    expect([refused.status, refused.body.message]).toEqual([
      422,
      "Tiny can't be used: The model is not installed on this machine any more.",
    ])
  })

  it.runIf(process.platform === 'linux')('gets every picture although the engine is killed with kill -9', async () => {
    await install(ada, slow)
    const asked = await ada.generate({ prompt: 'the light house', model: 'Slow' })
    const statuses = async () => {
      const path = `/api/projects/${asked.projectId}/generations`
      const { items } = (await ada.send<{ items: GenerationShape[] }>('GET', path)).body
      return items.find(({ id }) => id === asked.id)?.images.map(({ status }) => status)
    }
    await expect.poll(statuses).toContain('running')
    await expect.poll(enginePids).toHaveLength(1)
    const killed = enginePids()
    for (const pid of killed) process.kill(pid, 'SIGKILL')
    const made = await ada.settled(asked)
    expect(made.images.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed', 'completed'])
    expect(enginePids()).toHaveLength(1)
    expect(enginePids()).not.toEqual(killed)
  })
})
