import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  allEnded,
  cardBox,
  drag,
  fitBoard,
  generate,
  grip,
  type Made,
  selectedCards,
  storedCards,
} from './support/canvas.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { desktop, newAccount, openPage, signIn } from './support/person.ts'

const account = newAccount('Ada')
let journey: Journey
let app: Journey['app']
let browser: Journey['browser']
let context: Journey['context']
let page: Journey['page']
let root: Made
let boat: Made
let night: Made
let other: Made

beforeAll(async () => {
  journey = await openJourney({ account })
  ;({ app, browser, context, page } = journey)
  root = await generate(context, app.url, { prompt: 'A still lake between pine hills' })
  const { projectId } = root
  other = await generate(context, app.url, {
    prompt: 'A lighthouse in a storm',
    projectId,
    canvasX: 10_000,
    canvasY: 9_000,
  })
  await allEnded(context, app.url, projectId)
  const branch = { projectId, parentGenerationId: root.id, branchKind: 'remix' }
  boat = await generate(context, app.url, { ...branch, prompt: 'A red boat on the lake' })
  night = await generate(context, app.url, { ...branch, prompt: 'The lake at night, stars' })
  await allEnded(context, app.url, projectId)
  await page.goto(`/project/${projectId}`)
  await page.locator(`[data-card="${root.id}"]`).waitFor()
  await fitBoard(page)
}, 120_000)
afterAll(() => journey.close())

const places = async () =>
  Object.fromEntries(
    (await storedCards(context, app.url, root.projectId)).map((card) => [card.id, [card.canvasX, card.canvasY]]),
  )
/** Waits until no change is on its way to the server. */
const saved = () => page.getByText(/^Saved/).waitFor()

describe('a canvas', () => {
  const choose = async ({ id }: Made) => {
    await page.keyboard.press('Escape')
    const { x, y } = await grip(page, id)
    await page.mouse.click(x, y)
    await expect.poll(() => selectedCards(page)).toEqual([id])
  }
  const removeChosen = async () => {
    await page.keyboard.press('Delete')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
  }

  it('keeps moves, the view and the undo history over a reload', async () => {
    const before = await places()
    await page.keyboard.press('Control+a')
    const shown = await cardBox(page, boat.id)
    const viewSaved = page.waitForResponse((reply) => reply.url().endsWith('/canvas-state'))
    await drag(page, await grip(page, boat.id), { x: 60, y: 30 })
    await saved()
    const after = await places()
    const by = 800 / (shown?.width ?? 800)
    for (const [id, [x = 0, y = 0]] of Object.entries(before)) {
      expect(after[id]?.[0]).toBeCloseTo(x + 60 * by, -1)
      expect(after[id]?.[1]).toBeCloseTo(y + 30 * by, -1)
    }
    await page.mouse.wheel(0, 60)
    await viewSaved
    const zoomed = await cardBox(page, root.id)
    await page.reload()
    await expect.poll(() => cardBox(page, root.id)).toEqual(zoomed)
    await page.getByRole('button', { name: 'Undo: moved 4 cards' }).click()
    await expect.poll(places).toEqual(before)
  })

  it('has deleted cards back from the trash, and from its past', async () => {
    const before = await places()
    await fitBoard(page)
    await choose(root)
    await removeChosen()
    await page.getByText('Deleted 3 generation(s) and their branches').waitFor()
    await expect.poll(async () => Object.keys(await places())).toEqual([other.id])
    await page.getByRole('button', { name: 'Canvas commands' }).click()
    await page.getByRole('menuitem', { name: 'Trash' }).click()
    await page.getByRole('button', { name: 'Put back “A still lake between pine hills”' }).click()
    await page.getByText('The trash is empty').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(places).toEqual(before)

    await choose(night)
    await removeChosen()
    await expect.poll(async () => (await places())[night.id]).toBeUndefined()
    await page.keyboard.press('t')
    const past = page.getByRole('dialog', { name: 'The past of this canvas' })
    await past.getByRole('slider', { name: 'Moment' }).press('ArrowLeft')
    await past.getByText('1 card deleted since').waitFor()
    await past.getByRole('button', { name: 'Bring this back' }).last().click()
    await past.waitFor({ state: 'detached' })
    await expect.poll(places).toEqual(before)
    expect(page.errors).toEqual([])
  })
})

describe('two devices', () => {
  it('show each other’s changes, and apply the changes of one that was offline when it is back', async () => {
    const away = await browser.newContext({ ...desktop, baseURL: app.url })
    const second = await openPage(away)
    await signIn(second, app.url, account)
    await second.goto(`/project/${root.projectId}`)
    await second.locator(`[data-card="${root.id}"]`).waitFor()
    await fitBoard(second)

    const { x, y } = await grip(page, other.id)
    await page.mouse.click(x, y)
    await page.keyboard.press('c')
    await expect.poll(async () => (await cardBox(second, other.id))?.height).toBeLessThan(100)

    await away.setOffline(true)
    await drag(second, await grip(second, boat.id), { x: 60, y: 40 })
    await second.getByText('1 change not sent yet').waitFor()
    await page.keyboard.press('Control+z')
    const elsewhere = await places()
    await away.setOffline(false)
    await expect.poll(async () => (await places())[boat.id], { timeout: 20_000 }).not.toEqual(elsewhere[boat.id])
    await second.getByText(/^Saved/).waitFor()
    // Changes of the other device have arrived as well.
    await expect.poll(async () => (await cardBox(second, other.id))?.height, { timeout: 20_000 }).toBeGreaterThan(100)
    expect(second.errors).toEqual([])
    await away.close()
  })

  it('keep changes that were made offline in a page that is closed', async () => {
    const device = await browser.newContext({ ...desktop, baseURL: app.url })
    const first = await openPage(device)
    await signIn(first, app.url, account)
    await first.goto(`/project/${root.projectId}`)
    await first.locator(`[data-card="${night.id}"]`).waitFor()
    await fitBoard(first)
    const before = await places()
    await device.setOffline(true)
    await drag(first, await grip(first, night.id), { x: 80, y: -60 })
    await first.getByText('1 change not sent yet').waitFor()
    await first.close()
    await device.setOffline(false)
    const again = await openPage(device)
    await again.goto('/image')
    await expect.poll(async () => (await places())[night.id]).not.toEqual(before[night.id])
    await device.close()
  })
})
