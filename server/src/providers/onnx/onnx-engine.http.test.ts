import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/generation.ts'
import type { LocalModelsShape } from '#contract/local-model.ts'
import type { ModelShape } from '#contract/model.ts'
import { runtimeInstaller } from '#engine/install-runtime.ts'
import { createLocalEngine } from '#engine/local-engine.ts'
import { writeModel } from '#engine-tools/write-model.ts'
import { openModelFolder } from '#server/features/local-models/model-folder.ts'
import { createSketchProvider } from '#server/providers/sketch-provider.ts'
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
const tiny = modelAt(mirror, {
  name: 'Tiny',
  leastMemoryBytes: 0,
  frameSide: 64,
  files: roles.map(([role, path]) => {
    const content = readFileSync(path)
    const file = modelFile({ role, path: `${role}/file`, bytes: content.byteLength })
    mirror.put(file, content)
    return file
  }),
})

const modelFolder = openModelFolder(join(folder, 'data'))
const engine = createLocalEngine({
  leaseName: folder,
  runtimeFolder: runtimeInstaller(join(process.cwd(), '.engine')),
  threads: 1,
})
const context = withTestServer({
  providers: [
    createSketchProvider({ threads: 1, longestSide: 64 }),
    createOnnxProvider({ engine, catalogue: [tiny], filesOf: modelFolder.filesOf }),
  ],
  variables: { LOCAL_MODELS: mirror.origin },
  localCatalogue: [tiny],
  modelFolder,
})

const pixelsOf = async (ada: TestClient, made: GenerationShape) =>
  Promise.all(
    made.images.map(async ({ imageUrl }) => {
      const file = await ada.raw('GET', imageUrl ?? '')
      return sharp(Buffer.from(await file.arrayBuffer()))
        .raw()
        .toBuffer()
    }),
  )

describe('somebody without a key', () => {
  it('installs a model, which then is the default and paints for free, enlarged to what was asked', async () => {
    const ada = await signUp(context.server)
    const picker = async () => (await ada.send<{ items: ModelShape[] }>('GET', '/api/models')).body.items
    const first = await ada.settled(await ada.generate({ prompt: 'the light house' }))
    expect(first.model).toBe('Sketch')

    await ada.send('PUT', `/api/local-models/${tiny.id}`, {})
    const states = async () =>
      (await ada.send<LocalModelsShape>('GET', '/api/local-models')).body.items.map(({ state }) => state.kind)
    await expect.poll(states).toEqual(['installed'])
    await expect.poll(picker).toContainEqual(expect.objectContaining({ name: 'Tiny', isAvailable: true }))

    const made = await ada.settled(await ada.generate({ prompt: 'the light house', aspectRatio: '3:2' }))
    expect([made.status, made.model]).toEqual(['completed', 'Tiny'])
    for (const image of made.images) {
      expect(image).toMatchObject({ width: 1248, height: 832 })
      expect(image.warnings).toEqual(['Made at 64 × 64, enlarged to 1248 × 832.'])
    }
    const pictures = await pixelsOf(ada, made)
    expect(new Set(pictures.map((pixels) => pixels.toString('base64'))).size).toBe(4)

    await ada.send('DELETE', `/api/local-models/${tiny.id}`)
    await expect.poll(picker).not.toContainEqual(expect.objectContaining({ name: 'Tiny' }))
  })
})
