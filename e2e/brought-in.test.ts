import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppProcess, makeDataDir, startApp } from './support/app-process.ts'
import { boardOf } from './support/board-of.ts'
import { fitBoard, grip } from './support/canvas.ts'
import { dropOnCanvas } from './support/drop-files.ts'
import { type Journey, openJourney, openScreen } from './support/journey.ts'
import { expectNoViolations, newAccount, phone, signUpByRequest } from './support/person.ts'

let journey: Journey
let page: Journey['page']
let board: ReturnType<typeof boardOf>
let projectId: string
let photo: Buffer

const newProject = async ({ context, app }: Pick<Journey, 'context' | 'app'>) => {
  const reply = await context.request.post(`${app.url}/api/projects`, {
    headers: { origin: app.url },
    data: { title: 'Walled garden' },
  })
  return ((await reply.json()) as { id: string }).id
}
const named = (names: readonly string[]) => names.map((name) => ({ name, bytes: photo }))
const prompts = async (id = projectId) => (await board.generations(id)).map(({ prompt }) => prompt).sort()
const bar = () => page.getByRole('region', { name: 'Pictures that are brought in' })
const card = (name: string) => page.locator('[data-card]').filter({ hasText: name })
/** Presses a card where it has no control. */
const select = async (name: string) => {
  const id = await card(name).getAttribute('data-card')
  const { x, y } = await grip(page, id ?? '')
  await page.mouse.click(x, y)
}

beforeAll(async () => {
  photo = await sharp({ create: { width: 360, height: 240, channels: 3, background: '#7a8b5c' } })
    .png()
    .toBuffer()
  journey = await openJourney({ account: newAccount('Ada') })
  page = journey.page
  board = boardOf(journey.context, journey.app.url)
  projectId = await newProject(journey)
  await page.goto(`/project/${projectId}`)
  await page.locator('.canvas').waitFor()
})
afterAll(() => journey.close())

describe('pictures of the user', () => {
  it('that are dropped together come in up to four on a card; a file that is none is named, with the reason', async () => {
    await dropOnCanvas(page, [
      ...named(['north.png', 'east.png', 'south.png', 'west.png', 'gate.png']),
      { name: 'cut.png', bytes: photo.subarray(0, 90) },
      { name: 'notes.txt', bytes: Buffer.from('pears'), type: 'text/plain' },
    ])
    await bar().getByText('notes.txt This is not a picture.').waitFor()
    await bar()
      .getByText(/^cut\.png /)
      .waitFor()
    await card('north.png, east.png, south.png, west.png').waitFor()
    await card('gate.png').waitFor()
    expect((await board.generations(projectId)).map(({ images }) => images.length).sort()).toEqual([1, 4])
    await bar().getByRole('button', { name: 'Dismiss' }).click()
  })

  it('are taken back and put back by undo and redo', async () => {
    await page.keyboard.press('Control+z')
    await expect.poll(() => prompts()).toEqual([])
    await page.keyboard.press('Control+Shift+z')
    await expect.poll(() => prompts()).toEqual(['gate.png', 'north.png, east.png, south.png, west.png'])
    await card('gate.png').waitFor()
  })

  it('get other words than the name of their file', async () => {
    await fitBoard(page)
    await select('gate.png')
    await page.keyboard.press('F2')
    await page.getByRole('textbox', { name: 'Description' }).fill('The gate in the north wall')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => prompts()).toContain('The gate in the north wall')
    await page.reload()
    await card('The gate in the north wall').waitFor()
  })

  it('are branched like any other image, and downloaded', async () => {
    const [gate] = (await board.generations(projectId)).filter(({ prompt }) => prompt.startsWith('The gate'))
    const parentImageId = gate?.images[0]?.id ?? ''
    const made = await board.make({ prompt: 'the gate in bloom', projectId, parentImageId, branchKind: 'remix' })
    expect(made).toMatchObject({ status: 'completed', parentGenerationId: gate?.id })
    await card('the gate in bloom').waitFor({ state: 'attached' })
    await fitBoard(page)
    await select('The gate in the north wall')
    const saved = page.waitForEvent('download')
    await page.keyboard.press('d')
    expect((await saved).suggestedFilename()).toMatch(/\.png$/)
  })

  it('are found in Assets by the filter Brought in', async () => {
    await page.goto('/assets?origin=brought-in')
    await page.getByText('5 images').first().waitFor()
    await page.locator('[data-asset]').first().focus()
    await page.keyboard.press('Control+a')
    await page.getByRole('button', { name: 'Put on canvas' }).waitFor()
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await page.goto(`/project/${projectId}`)
  })

  it('wait for the connection where there is none, and come in once', async () => {
    const offlineId = await newProject(journey)
    await page.goto(`/project/${offlineId}`)
    await page.locator('.canvas').waitFor()
    await journey.context.setOffline(true)
    await dropOnCanvas(page, named(['late.png']))
    await bar().getByText('Waits for the connection').waitFor()
    expect(await prompts(offlineId)).toEqual([])
    await journey.context.setOffline(false)
    await card('late.png').waitFor()
    await bar().waitFor({ state: 'detached' })
    expect(await prompts(offlineId)).toEqual(['late.png'])
  })

  it('are chosen on a phone, from its camera or its library', async () => {
    const { context, page: small } = await openScreen(journey.app, { account: newAccount('Mara'), screen: phone })
    const id = await newProject({ context, app: journey.app })
    await small.goto(`/project/${id}`)
    await small.locator('.canvas').waitFor()
    await small.getByRole('button', { name: 'Canvas commands' }).tap()
    const chooser = small.waitForEvent('filechooser')
    await small.getByRole('menuitem', { name: 'Bring in pictures' }).tap()
    const dialog = await chooser
    expect(dialog.isMultiple()).toBe(true)
    // Types of pictures and no `capture`: the system offers its camera beside the library.
    const input = dialog.element()
    expect([await input.getAttribute('accept'), await input.getAttribute('capture')]).toEqual([
      expect.stringMatching(/^image\/png,image\/jpeg/),
      null,
    ])
    await dialog.setFiles(
      named(['IMG_0001.png', 'IMG_0002.png']).map(({ name, bytes }) => ({
        name,
        mimeType: 'image/png',
        buffer: bytes,
      })),
    )
    await small.locator('[data-card]').filter({ hasText: 'IMG_0001.png, IMG_0002.png' }).waitFor()
    expect(small.errors).toEqual([])
    await context.close()
  })
})

describe('kill -9 of the server while 50 files come in', () => {
  it('loses none and doubles none', async () => {
    const dataDir = await makeDataDir()
    let app: AppProcess = await startApp(dataDir.path)
    const { port } = new URL(app.url)
    try {
      const { context, page: own } = await openScreen(app)
      await signUpByRequest(context, app.url, newAccount('Jo'))
      const id = await newProject({ context, app })
      await own.goto(`/project/${id}`)
      await own.locator('.canvas').waitFor()
      const names = Array.from({ length: 50 }, (_, place) => `${place + 10}.png`)
      const coming = own.getByRole('region', { name: 'Pictures that are brought in' })
      const kill = async (after: RegExp) => {
        await coming.getByText(after).first().waitFor()
        await app.kill()
        app = await startApp(dataDir.path, { PORT: port })
      }
      await dropOnCanvas(own, named(names))
      await kill(/^Bringing in (4|8|12) of 50/)
      await kill(/^Bringing in (20|24|28|32|36) of 50/)
      await coming.waitFor({ state: 'detached', timeout: 60_000 })
      const cards = await boardOf(context, app.url).generations(id)
      expect(cards.flatMap(({ prompt }) => prompt.split(', ')).sort()).toEqual(names)
      expect(cards.reduce((sum, { images }) => sum + images.length, 0)).toBe(50)
      await fitBoard(own)
      await context.close()
    } finally {
      await app.stop()
      await dataDir.remove()
    }
  }, 180_000)
})

it('caused no script error in this file', () => expect(page.errors).toEqual([]))
