import { readFileSync } from 'node:fs'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runtimeInstaller } from '#engine/install-runtime.ts'
import { writeModel } from '#engine-tools/write-model.ts'
import { type ModelMirror, modelAt, modelFile, startModelMirror } from '#server-testing/model-mirror.ts'
import { type AppProcess, makeDataDir, startApp } from './support/app-process.ts'
import { desktop, launchBrowser, newAccount, openPage, signUpByRequest, tileStatuses } from './support/person.ts'

let browser: Browser
let mirror: ModelMirror
let folder: string
let dataDir: Awaited<ReturnType<typeof makeDataDir>>
let app: AppProcess | undefined
let settings: Record<string, string>

/** A tiny model with made-up weights at a mirror, and a server that knows no other. */
beforeAll(async () => {
  browser = await launchBrowser()
  mirror = await startModelMirror()
  folder = await mkdtemp(join(tmpdir(), 'espalier-tiny-'))
  const written = writeModel(join(folder, 'written'))
  const paths = {
    unet: written.unet,
    'text-encoder': written.text,
    autoencoder: written.autoencoder,
    merges: written.merges,
  }
  const tiny = modelAt(mirror, {
    name: 'Tiny',
    leastMemoryBytes: 0,
    frameSide: 64,
    files: (['unet', 'text-encoder', 'autoencoder', 'merges'] as const).map((role) => {
      const content = readFileSync(paths[role])
      const file = modelFile({ role, path: `${role}/file`, bytes: content.byteLength })
      mirror.put(file, content)
      return file
    }),
  })
  const catalogue = join(folder, 'catalogue.json')
  await writeFile(catalogue, JSON.stringify([tiny]))
  dataDir = await makeDataDir()
  // Fetched once for all tests, as the first installation of a server does.
  const engine = join(process.cwd(), '.engine')
  await runtimeInstaller(engine)()
  await symlink(engine, join(dataDir.path, 'engine'))
  settings = { LOCAL_MODELS: mirror.origin, LOCAL_MODELS_CATALOGUE: catalogue, JOB_LEASE_SECONDS: '1' }
  app = await startApp(dataDir.path, settings)
}, 180_000)
afterAll(async () => {
  await browser.close()
  await app?.stop()
  await mirror.stop()
  await dataDir.remove()
  await rm(folder, { recursive: true })
})

it('a person without a key installs a model over a kill -9 of the server, and makes real pictures with it', async () => {
  if (!app) throw new Error('The server did not start.')
  const { url } = app
  const context = await browser.newContext({ ...desktop, baseURL: url })
  await signUpByRequest(context, url, newAccount('Maya'))
  const page = await openPage(context)
  await page.goto('/image')
  await page
    .getByRole('link', { name: /^Install AI/ })
    .first()
    .click()
  mirror.be('held')
  await page.getByRole('button', { name: 'Install Tiny' }).click()
  await page.getByRole('button', { name: 'Install', exact: true }).click()
  await page.getByRole('progressbar', { name: 'Download of Tiny' }).waitFor()
  await expect.poll(() => mirror.asked.length, { timeout: 20_000 }).toBeGreaterThan(0)
  await app.kill()
  mirror.release()
  app = await startApp(dataDir.path, { ...settings, PORT: new URL(url).port })
  await page.getByRole('heading', { name: 'Installed', exact: true }).waitFor({ timeout: 40_000 })

  await page.goto('/image')
  // It is offered, and no default by itself.
  await page.getByRole('button', { name: 'Use', exact: true }).click()
  await page.getByRole('button', { name: /^Model: Tiny/ }).waitFor({ timeout: 20_000 })
  await page.getByPlaceholder('Describe an image and click Go').fill('the light house')
  await page.getByRole('button', { name: /^Go\b/ }).click()
  await page.waitForURL(/\/project\/[0-9a-f-]{36}$/)
  await expect.poll(() => tileStatuses(page), { timeout: 60_000 }).toEqual(Array(4).fill('completed'))
  const sizes = () =>
    page
      .locator('[data-image] img')
      .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth))
  await expect.poll(async () => (await sizes()).filter((width) => width > 0).length, { timeout: 20_000 }).toBe(4)
  expect(page.errors).toEqual([])
  await context.close()
}, 180_000)
