import { readFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/generation.ts'
import { findRecord } from '#domain/records/found-record.ts'
import { boardOf } from './support/board-of.ts'
import { chooseByFinger } from './support/card-menu.ts'
import { dropOnCanvas } from './support/drop-files.ts'
import { fingersOn } from './support/fingers.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { expectNoViolations, newAccount, openPage, phone } from './support/person.ts'

let journey: Journey
let page: Journey['page']
let board: ReturnType<typeof boardOf>
let root: GenerationShape
let child: GenerationShape
beforeAll(async () => {
  journey = await openJourney({ account: newAccount('Ada') })
  page = journey.page
  board = boardOf(journey.context, journey.app.url)
  root = await board.make({ prompt: 'a pear tree' })
  const { projectId } = root
  child = await board.make({ prompt: 'the pear tree in winter', projectId, parentImageId: root.images[0]?.id ?? '' })
})
afterAll(() => journey.close())

const button = (name: string | RegExp) => page.getByRole('button', { name })
const cardOf = (id: string) => page.locator(`[data-card="${id}"]`)
const open = async ({ projectId, id }: GenerationShape) => {
  await page.goto(`/project/${projectId}?card=${id}`)
  await cardOf(id).waitFor()
}
const download = async (act: () => Promise<void>) => {
  const saved = page.waitForEvent('download')
  await act()
  return saved
}
/** Drops a file on the canvas and opens what it says of how it was made. */
const dropAndOpen = async (name: string, bytes: Buffer) => {
  await dropOnCanvas(page, [{ name, bytes }])
  await button('Rebuild its history').click()
}

let picture: Buffer

describe('a picture file', () => {
  it('is downloaded with its provenance from the menu of its card, by keyboard', async () => {
    await open(child)
    await cardOf(child.id).focus()
    await page.keyboard.press('Shift+F10')
    const item = page.getByRole('menuitem', { name: 'Download with history' })
    await item.waitFor()
    await item.focus()
    const saved = await download(() => page.keyboard.press('Enter'))
    picture = await readFile(await saved.path())
    const found = await findRecord(picture, async () => null)
    expect(found).toEqual({ kind: 'ours', prompt: child.prompt, model: child.model, ancestors: 1 })
  })

  it('comes in when it is dropped on a canvas, and its branch can be rebuilt', async () => {
    await open(child)
    await dropAndOpen('winter.png', picture)
    const dialog = page.getByRole('dialog', { name: 'How this picture was made' })
    await dialog.getByText(child.prompt).waitFor()
    await expectNoViolations(page)
    await button('Rebuild its branch of 2 cards').click()
    await page.getByText('2 cards are back').waitFor()
    const prompts = async () => (await board.generations(child.projectId)).map(({ prompt }) => prompt).sort()
    expect(await prompts()).toEqual([...[root, root, child, child].map(({ prompt }) => prompt), 'winter.png'].sort())
  })

  it('of another tool is written into a new card, and a notice lists what is not supported', async () => {
    await open(child)
    const text = 'a quince\nNegative prompt: blurry\nSteps: 20, Sampler: Euler a, Seed: 7, Size: 512x768, Model: dream'
    await dropAndOpen('quince.png', pngWith('parameters', text))
    const dialog = page.getByRole('dialog', { name: 'How this picture was made' })
    await dialog.getByText('What can not be asked for here').waitFor()
    for (const lost of ['dream', 'blurry', 'Euler a']) await dialog.getByText(lost, { exact: true }).waitFor()
    await button('Write it into a new card').press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => page.getByPlaceholder('Describe what you want to create...').inputValue()).toBe('a quince')
  })

  it('of ComfyUI is read from its graph, with its aspect ratio', async () => {
    await open(child)
    const graph = {
      '3': {
        class_type: 'KSampler',
        inputs: { seed: 42, positive: ['6', 0], negative: ['7', 0], latent_image: ['5', 0] },
      },
      '4': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'dream.safetensors' } },
      '5': { class_type: 'EmptyLatentImage', inputs: { width: 1248, height: 832 } },
      '6': { class_type: 'CLIPTextEncode', inputs: { text: 'a medlar', clip: ['4', 1] } },
      '7': { class_type: 'CLIPTextEncode', inputs: { text: 'blurry', clip: ['4', 1] } },
    }
    await dropAndOpen('medlar.png', pngWith('prompt', JSON.stringify(graph)))
    const dialog = page.getByRole('dialog', { name: 'How this picture was made' })
    await dialog.getByText('It was made with ComfyUI.').waitFor()
    for (const lost of ['dream.safetensors', 'blurry', '42']) await dialog.getByText(lost, { exact: true }).waitFor()
    await button('Write it into a new card').press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => page.getByPlaceholder('Describe what you want to create...').inputValue()).toBe('a medlar')
    await button('Aspect ratio: 3:2').waitFor()
  })

  it('without settings gets a notice, also when it was chosen in the file dialog', async () => {
    await open(child)
    await button('Canvas commands').click()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('menuitem', { name: 'Rebuild from a picture' }).click()
    await (await chooser).setFiles({ name: 'plain.png', mimeType: 'image/png', buffer: pngWith('Software', 'Camera') })
    await page.getByText('This picture does not say how it was made').waitFor()
    await page.keyboard.press('Escape')
  })
})

describe('a project file', () => {
  it('is exported as one file, and imported as another project', async () => {
    await open(child)
    await button('Canvas commands').click()
    const saved = await download(() => page.getByRole('menuitem', { name: 'Export project' }).click())
    expect(saved.suggestedFilename()).toBe('a-pear-tree.espalier.zip')
    const zip = await readFile(await saved.path())
    await page.goto('/image')
    const chooser = page.waitForEvent('filechooser')
    await button('Import project').click()
    await (await chooser).setFiles({ name: 'pears.zip', mimeType: 'application/zip', buffer: zip })
    await page.waitForURL((url) => /\/project\//.test(url.pathname) && !url.pathname.endsWith(root.projectId))
    const copied = await board.generations(page.url().split('/').at(-1) ?? '')
    const words = (cards: readonly GenerationShape[]) => cards.map(({ prompt }) => prompt).sort()
    expect(words(copied)).toEqual(words(await board.generations(root.projectId)))
    expect(page.errors).toEqual([])
  })

  it('of another format is refused with a reason', async () => {
    await page.goto('/image')
    const chooser = page.waitForEvent('filechooser')
    await button('Import project').click()
    await (await chooser).setFiles({ name: 'x.zip', mimeType: 'application/zip', buffer: Buffer.from('no zip') })
    await page.getByText('The project was not imported').waitFor()
    await page.getByText('This is no exported project: the file can not be read as a zip.').waitFor()
  })
})

describe('on a phone', () => {
  let pocket: BrowserContext
  let small: Awaited<ReturnType<typeof openPage>>
  beforeAll(async () => {
    const storageState = await journey.context.storageState()
    pocket = await journey.browser.newContext({ ...phone, baseURL: journey.app.url, storageState })
    small = await openPage(pocket)
    await small.goto(`/project/${child.projectId}?card=${child.id}`)
    await small.locator(`[data-card="${child.id}"]`).waitFor()
  })
  afterAll(() => pocket.close())

  it('downloads a picture with its provenance by touch', async () => {
    const fingers = fingersOn(await pocket.newCDPSession(small))
    const saved = small.waitForEvent('download')
    await chooseByFinger({ page: small, fingers }, child.id, 'Download with history')
    expect(await findRecord(await readFile(await (await saved).path()), async () => null)).toMatchObject({
      prompt: child.prompt,
      ancestors: 1,
    })
  })

  it('exports a project by touch', async () => {
    await small.getByRole('button', { name: 'Canvas commands' }).tap()
    const saved = small.waitForEvent('download')
    await small.getByRole('menuitem', { name: 'Export project' }).tap()
    expect((await saved).suggestedFilename()).toBe('a-pear-tree.espalier.zip')
    expect(small.errors).toEqual([])
  })
})

/** Pixels. */
const side = 8

/** A black PNG with one text. */
function pngWith(keyword: string, text: string): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const header = Buffer.from([0, 0, 0, side, 0, 0, 0, side, 8, 0, 0, 0, 0])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from(`${keyword}\0${text}`, 'latin1')),
    // Each row begins with the number of its filter.
    chunk('IDAT', deflateSync(Buffer.alloc(side * (side + 1)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
