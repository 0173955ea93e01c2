import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { runtimeInstaller } from '#engine/install-runtime.ts'
import { upscalerWeights } from '#engine/testing/upscaler-weights.ts'
import { writePyTorchFile } from '#engine-tools/write-pytorch-file.ts'
import { type ModelMirror, modelFile, startModelMirror, toolAt } from '#server-testing/model-mirror.ts'
import { type AppProcess, makeDataDir, startApp } from './support/app-process.ts'
import { boardOf } from './support/board-of.ts'
import { dropOnCanvas } from './support/drop-files.ts'
import { openScreen } from './support/journey.ts'
import { newAccount } from './support/person.ts'

const size = { width: 600, height: 400 }
/** A person stands left of the middle, and a dark spot is at the right. */
const subject = { x: 180, y: 120, width: 120, height: 220 }
const spot = { x: 470, y: 200 }

let app: AppProcess
let screen: Awaited<ReturnType<typeof openScreen>>
let page: Awaited<ReturnType<typeof openScreen>>['page']
let mirror: ModelMirror
let folder: string
let dataDir: Awaited<ReturnType<typeof makeDataDir>>
let board: ReturnType<typeof boardOf>
let projectId: string

/** A red subject with straight edges, and a dark spot, in front of a blue that grows lighter to the right. */
function photo(): Promise<Buffer> {
  const colorAt = (x: number, y: number) => {
    if (Math.hypot(x - spot.x, y - spot.y) <= 7) return [16, 16, 16]
    const isSubject =
      x >= subject.x && x < subject.x + subject.width && y >= subject.y && y < subject.y + subject.height
    if (isSubject) return [179, 64, 46]
    const lighter = x / size.width
    return [111 + 58 * lighter, 147 + 46 * lighter, 184 + 30 * lighter].map(Math.round)
  }
  const pixels = Array.from({ length: size.width * size.height }, (_, at) =>
    colorAt(at % size.width, Math.floor(at / size.width)),
  )
  return sharp(Buffer.from(pixels.flat()), { raw: { ...size, channels: 3 } })
    .png()
    .toBuffer()
}

/** A server without any key, and a mirror with a tiny upscaler; its net makes what is bright brighter. */
beforeAll(async () => {
  mirror = await startModelMirror()
  folder = await mkdtemp(join(tmpdir(), 'espalier-upscaler-'))
  const net = writePyTorchFile(upscalerWeights({ gain: 0.5 }), { below: 'params' })
  const tool = toolAt(mirror, net, { id: 'tiny-upscaler', name: 'Tiny upscaler', does: 'upscale', net: 'srvgg' })
  const second = modelFile({ role: 'second-net', path: 'second.pth', bytes: net.byteLength })
  mirror.put(second, Buffer.from(net))
  const catalogue = join(folder, 'catalogue.json')
  await writeFile(catalogue, JSON.stringify([{ ...tool, files: [...tool.files, second] }]))
  dataDir = await makeDataDir()
  const engine = join(process.cwd(), '.engine')
  await runtimeInstaller(engine)()
  await symlink(engine, join(dataDir.path, 'engine'))
  app = await startApp(dataDir.path, { LOCAL_MODELS: mirror.origin, LOCAL_MODELS_CATALOGUE: catalogue })
  screen = await openScreen(app, { account: newAccount('Ines') })
  page = screen.page
  board = boardOf(screen.context, app.url)
  const reply = await screen.context.request.post(`${app.url}/api/projects`, {
    headers: { origin: app.url },
    data: { title: 'Garden' },
  })
  projectId = ((await reply.json()) as { id: string }).id
  await page.goto(`/project/${projectId}`)
  await page.locator('.canvas').waitFor()
}, 180_000)
afterAll(async () => {
  await screen.context.close()
  await app.stop()
  await dataDir.remove()
  await mirror.stop()
  await rm(folder, { recursive: true })
})

const editor = () => page.getByRole('dialog', { name: /^Edit image/ })
const operation = (name: string) =>
  editor()
    .getByRole('group', { name: 'What to do' })
    .last()
    .getByRole('button', { name: new RegExp(`^${name}`) })

async function open(imageId: string): Promise<void> {
  await page.goto(`/project/${projectId}?card=${(await cardOf(imageId)).id}&edit=${imageId}`)
  await editor().waitFor()
  await page.locator('.edit-picture img').first().waitFor()
}
const cardOf = async (imageId: string): Promise<GenerationShape> => {
  const card = (await board.generations(projectId)).find(({ images }) => images.some(({ id }) => id === imageId))
  if (!card) throw new Error(`No card has the image ${imageId}.`)
  return card
}

/** Presses Go or Save, waits for the result, and closes the editor with it as the chosen one. Returns its image. */
async function make(button: RegExp, finish = 'Choose 1'): Promise<string> {
  const before = new Set((await board.generations(projectId)).map(({ id }) => id))
  await editor().getByRole('button', { name: button }).click()
  await editor().getByRole('button', { name: finish, exact: true }).click({ timeout: 60_000 })
  await editor().waitFor({ state: 'detached' })
  const made = (await board.generations(projectId)).find(({ id }) => !before.has(id))
  return made?.images[0]?.id ?? ''
}

/** Draws with the tool in hand through points of the picture, in its pixels. */
async function draw(picture: { width: number; height: number }, ...points: readonly { x: number; y: number }[]) {
  const box = await page.locator('.edit-picture').boundingBox()
  if (!box) throw new Error('There is no picture.')
  const at = ({ x, y }: { x: number; y: number }) =>
    [box.x + (x / picture.width) * box.width, box.y + (y / picture.height) * box.height] as const
  const [first, ...others] = points
  await page.mouse.move(...at(first ?? { x: 0, y: 0 }))
  await page.mouse.down()
  for (const point of others) await page.mouse.move(...at(point), { steps: 4 })
  await page.mouse.up()
}

async function pixelsOf(imageId: string) {
  const reply = await screen.context.request.get(`${app.url}/api/images/${imageId}/file?size=original`)
  const { data, info } = await sharp(await reply.body())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
  return { width: info.width, height: info.height, at }
}
const lightness = ([red = 0, green = 0, blue = 0]: number[]) => (red + green + blue) / 3

describe('a person without a key', () => {
  let photoId: string
  let cropped: string
  let erased: string
  let extended: string
  let adjusted: string

  it('drops a photo, and straightens and crops it', async () => {
    await dropOnCanvas(page, [{ name: 'garden.png', bytes: await photo() }])
    await expect.poll(async () => (await board.generations(projectId)).length).toBe(1)
    photoId = (await board.generations(projectId))[0]?.images[0]?.id ?? ''
    await open(photoId)
    await page.keyboard.press('c')
    await editor().getByRole('slider', { name: 'Angle' }).fill('2')
    cropped = await make(/^Save as a branch/)
    const { width, height } = await pixelsOf(cropped)
    expect(width).toBeLessThan(size.width)
    expect(height).toBeLessThan(size.height)
    expect((await cardOf(cropped)).edit).toMatchObject({ operation: 'crop', frame: { angle: 2 } })
  })

  it('erases a spot, and every pixel outside of the selection stays', async () => {
    const before = await pixelsOf(photoId)
    await open(photoId)
    await operation('Erase').click()
    await editor().getByRole('slider', { name: 'Grow' }).fill('0')
    await editor().getByRole('slider', { name: 'Feather' }).fill('0')
    await editor().getByRole('slider', { name: 'Size' }).fill('24')
    await draw(size, { x: spot.x - 2, y: spot.y }, { x: spot.x + 2, y: spot.y })
    erased = await make(/^Go/)
    const after = await pixelsOf(erased)
    expect(lightness(before.at(spot.x, spot.y))).toBeLessThan(30)
    expect(lightness(after.at(spot.x, spot.y))).toBeGreaterThan(120)
    const changed: string[] = []
    for (let y = 0; y < size.height; y++)
      for (let x = 0; x < size.width; x++)
        if (Math.hypot(x - spot.x, y - spot.y) > 20 && String(after.at(x, y)) !== String(before.at(x, y)))
          changed.push(`${x} ${y}`)
    expect(changed).toEqual([])
  })

  it('cuts the subject out of a rough selection', async () => {
    await open(erased)
    await operation('Remove background').click()
    await page.keyboard.press('r')
    const { x, y, width, height } = subject
    await draw(size, { x: x - 15, y: y - 15 }, { x: x + width + 15, y: y + height + 15 })
    // What is selected is what goes.
    await page.keyboard.press('Control+i')
    const cut = await make(/^Go/, 'Done')
    const { at } = await pixelsOf(cut)
    expect(at(10, 10)[3]).toBe(0)
    expect(at(x + width / 2, y + height / 2)).toEqual([179, 64, 46, 255])
  })

  it('extends the picture to 16:9, whose middle stays as it was', async () => {
    await open(erased)
    await page.keyboard.press('o')
    await editor().getByRole('slider', { name: 'Overlap' }).fill('0')
    await editor().getByRole('button', { name: '16:9' }).click()
    extended = await make(/^Go/)
    const [before, after] = [await pixelsOf(erased), await pixelsOf(extended)]
    expect(after.width / after.height).toBeCloseTo(16 / 9, 2)
    const added = Math.round((after.width - size.width) / 2)
    for (const x of [40, 300, 560]) expect(after.at(x + added, 200)).toEqual(before.at(x, 200))
  })

  it('adjusts its light', async () => {
    await open(extended)
    await page.keyboard.press('a')
    await editor().getByRole('slider', { name: 'Light' }).fill('30')
    adjusted = await make(/^Save as a branch/)
    const [before, after] = [await pixelsOf(extended), await pixelsOf(adjusted)]
    expect(lightness(after.at(50, 50))).toBeGreaterThan(lightness(before.at(50, 50)) + 10)
  })

  it('installs an upscaler, enlarges the picture by it, and downloads it', async () => {
    await page.goto('/models?tab=machine')
    await page.getByRole('button', { name: 'Install Tiny upscaler' }).click()
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    await page.getByRole('heading', { name: 'Installed', exact: true }).waitFor({ timeout: 60_000 })
    await open(adjusted)
    await operation('Upscale').click()
    const enlarged = await make(/^Go/)
    const [before, after] = [await pixelsOf(adjusted), await pixelsOf(enlarged)]
    expect([after.width, after.height]).toEqual([before.width * 2, before.height * 2])
    // Only the net makes it brighter.
    expect(lightness(after.at(100, 100))).toBeGreaterThan(lightness(before.at(50, 50)) + 5)
    await page.locator(`[data-image="${enlarged}"]`).first().click()
    const download = page.waitForEvent('download')
    await page
      .getByRole('toolbar', { name: 'Tools for image 1 of 1' })
      .getByRole('button', { name: 'Download', exact: true })
      .click()
    await page.getByRole('menuitem', { name: 'Download image' }).click()
    const file = await (await download).path()
    expect(await sharp(file).metadata()).toMatchObject({ width: after.width, height: after.height })
  })

  it('finds every step on the canvas, made by this machine and free', async () => {
    const cards = await board.generations(projectId)
    const edits = cards.filter(({ branchKind }) => branchKind === 'edit')
    expect(edits.map(({ edit }) => edit?.operation).sort()).toEqual(
      ['adjust', 'crop', 'erase', 'extend', 'remove-background', 'upscale'].sort(),
    )
    expect(new Set(edits.map(({ executor, price }) => `${executor} ${price}`))).toEqual(new Set(['this-machine 0']))
    expect(page.errors).toEqual([])
  })
})
