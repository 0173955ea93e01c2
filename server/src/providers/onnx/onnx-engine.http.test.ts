import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import type { ModelShape } from '#contract/model.ts'
import { installRuntime } from '#engine/install-runtime.ts'
import { createLocalEngine } from '#engine/local-engine.ts'
import { writeModel } from '#engine-tools/write-model.ts'
import { signUp } from '#server-testing/test-client.ts'
import { openTestServer, type TestServer } from '#server-testing/test-server.ts'
import { createOnnxProvider, type InstalledModel } from './onnx-provider.ts'

let server: TestServer | undefined
let folder: string | undefined
afterEach(async () => {
  await server?.close()
  if (folder !== undefined) await rm(folder, { recursive: true })
  server = undefined
  folder = undefined
})

/** A server whose only model is a tiny one with made-up weights, run by the real engine. */
async function openWithTinyModel() {
  folder = await mkdtemp(join(tmpdir(), 'espalier-tiny-'))
  const model: InstalledModel = {
    id: 'tiny',
    name: 'Tiny',
    description: 'A model for tests.',
    files: writeModel(folder),
    sampler: 'euler-ancestral',
    steps: 1,
    guidance: 1,
    side: 64,
    seconds: 1,
    leastMemoryBytes: 0,
  }
  const createProvider = () =>
    createOnnxProvider({
      engine: createLocalEngine({
        leaseName: folder ?? '',
        runtimeFolder: () => installRuntime(join(process.cwd(), '.engine')),
        threads: 1,
      }),
      installed: async () => [model],
    })
  server = await openTestServer({ providers: [createProvider()] })
  const ada = await signUp(server)
  const listed = async () => (await ada.send<{ items: ModelShape[] }>('GET', '/api/models')).body.items
  await expect.poll(listed).toContainEqual(expect.objectContaining({ name: 'Tiny', isAvailable: true }))
  return { ada, listed }
}

describe('a model that is installed on this machine', () => {
  it('is listed, is the default, and paints for free pictures that say how large they were painted', async () => {
    const { ada } = await openWithTinyModel()
    const made = await ada.settled(await ada.generate({ prompt: 'the light house', aspectRatio: '3:2' }))
    expect([made.status, made.model]).toEqual(['completed', 'Tiny'])
    for (const image of made.images) {
      expect(image).toMatchObject({ width: 1248, height: 832 })
      expect(image.warnings).toEqual(['Made at 64 × 64, enlarged to 1248 × 832.'])
    }
    const [first, second] = await Promise.all(
      made.images.slice(0, 2).map(async ({ imageUrl }) => {
        const file = await ada.raw('GET', imageUrl ?? '')
        return sharp(Buffer.from(await file.arrayBuffer()))
          .raw()
          .toBuffer()
      }),
    )
    expect(first?.length).toBe(1248 * 832 * 3)
    expect(first?.equals(second ?? Buffer.alloc(0))).toBe(false)
  })
})
