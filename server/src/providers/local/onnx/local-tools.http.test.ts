import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LocalModelsShape } from '#contract/models/local-model.ts'
import type { LocalTool } from '#domain/local-models/local-model.ts'
import { runtimeInstaller } from '#engine/install-runtime.ts'
import { createLocalEngine } from '#engine/local-engine.ts'
import { brightnessNet, miGanLikeNet } from '#engine/testing/small-nets.ts'
import { openModelFolder } from '#server/features/models/local/model-folder.ts'
import { startModelMirror, toolAt } from '#server-testing/model-mirror.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { createLocalTools } from './local-tools.ts'
import { createOnnxProvider } from './onnx-provider.ts'

const folder = await mkdtemp(join(tmpdir(), 'espalier-tools-'))
const mirror = await startModelMirror()
afterAll(async () => {
  await mirror.stop()
  await rm(folder, { recursive: true })
})

const cutter = toolAt(mirror, readFileSync(brightnessNet()), { id: 'cutter', name: 'Cutter' })
const eraser = toolAt(mirror, readFileSync(miGanLikeNet()), {
  id: 'eraser',
  name: 'Eraser',
  does: 'erase',
  net: 'mi-gan',
})

const modelFolder = openModelFolder(join(folder, 'data'))
const engine = createLocalEngine({
  leaseName: folder,
  runtimeFolder: runtimeInstaller(join(process.cwd(), '.engine')),
  threads: 1,
})
const parts = { engine, catalogue: [cutter, eraser], filesOf: modelFolder.filesOf }
const localTools = createLocalTools(parts)
const context = withTestServer({
  providers: [createOnnxProvider(parts)],
  localTools,
  variables: { LOCAL_MODELS: mirror.origin },
  localCatalogue: [cutter, eraser],
  modelFolder,
})

const size = { width: 1_200, height: 200 }
const flat = (width: number, height: number, background: string) => ({
  create: { width, height, channels: 3 as const, background },
})
const picture = await sharp(flat(size.width, size.height, '#202020'))
  .png()
  .toBuffer()
/** Two holes that lie apart. */
const mask = await sharp(flat(size.width, size.height, '#000'))
  .composite([50, 1_000].map((left) => ({ input: flat(60, 60, '#fff'), left, top: 80 })))
  .toColourspace('b-w')
  .png()
  .toBuffer()
const call = (onProgress: (fraction: number) => void = () => undefined) => ({
  signal: new AbortController().signal,
  onProgress,
})

const listed = async (client: TestClient, { id }: LocalTool) =>
  (await client.send<LocalModelsShape>('GET', '/api/local-models')).body.items.find((each) => each.id === id)
async function install(client: TestClient, tool: LocalTool): Promise<void> {
  await client.send('PUT', `/api/local-models/${tool.id}`, {})
  await expect.poll(async () => (await listed(client, tool))?.state).toEqual({ kind: 'installed' })
}

/** Kills every engine of this process with kill -9. */
function killEngines(): void {
  const children = readdirSync('/proc/self/task').flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' '),
  )
  for (const pid of children)
    if (pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('engine-child'))
      process.kill(+pid, 'SIGKILL')
}

describe('tools of the server’s machine', () => {
  let ada: TestClient
  beforeAll(async () => {
    ada = await signUp(context.server)
  })

  it('are installed as models are, work from then on, and are gone when they are removed', async () => {
    expect(await localTools.state('cut-out')).toMatchObject({ kind: 'missing', tool: { id: 'cutter' } })
    await install(ada, cutter)
    expect(await listed(ada, cutter)).toMatchObject({ does: 'cut-out', painting: null })
    expect(await localTools.state('cut-out')).toMatchObject({ kind: 'installed', tool: { id: 'cutter' } })
    const cut = await localTools.run('cut-out', { picture }, call())
    expect(await sharp(cut.png).metadata()).toMatchObject({ ...size, channels: 4 })

    await ada.send('DELETE', `/api/local-models/${cutter.id}`)
    expect(await localTools.state('cut-out')).toMatchObject({ kind: 'missing' })
    await expect(localTools.run('cut-out', { picture }, call())).rejects.toMatchObject({ reason: 'missing' })
  })

  it('that are installed are no models to choose', async () => {
    await install(ada, eraser)
    const { items } = (await ada.send<{ items: { name: string }[] }>('GET', '/api/models')).body
    expect(items.map(({ name }) => name)).not.toContain('Eraser')
  })

  it('whose file was changed on the disk are found damaged by a check', async () => {
    await install(ada, cutter)
    const path = (await modelFolder.filesOf('cutter'))?.get('net') ?? ''
    writeFileSync(path, Buffer.alloc(readFileSync(path).byteLength))
    await ada.send('POST', '/api/local-models/cutter/verify')
    await expect.poll(async () => (await listed(ada, cutter))?.state.kind).toBe('damaged')
    expect(await localTools.state('cut-out')).toMatchObject({ kind: 'missing' })
  })

  it.runIf(process.platform === 'linux')(
    'fail with a sentence when their process is killed by kill -9, and work again',
    async () => {
      await install(ada, eraser)
      // After the first of two holes.
      await expect(localTools.run('erase', { picture, mask }, call(killEngines))).rejects.toMatchObject({
        name: 'ToolFailure',
        reason: 'crashed',
      })
      const { png } = await localTools.run('erase', { picture, mask }, call())
      expect(await sharp(png).metadata()).toMatchObject(size)
    },
  )
})
