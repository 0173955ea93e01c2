import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barText } from './support/branch-panel.ts'
import {
  allEnded,
  cardBox,
  fitBoard,
  generate,
  grip,
  type Made,
  onScreen,
  selectedCards,
  storedCards,
} from './support/canvas.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { expectFocused, expectNoViolations, newAccount, openPage, phone, signIn } from './support/person.ts'

const account = newAccount('Ada')
let journey: Journey
let app: Journey['app']
let browser: Journey['browser']
let context: Journey['context']
let page: Journey['page']
let fox: Made
let bear: Made
let crow: Made

/** Refused at once: cards without the work of painting pictures. */
const card = (prompt: string, more: object = {}) =>
  generate(context, app.url, { prompt: `${prompt} [[refuse]]`, ...more })

beforeAll(async () => {
  journey = await openJourney({ account })
  ;({ app, browser, context, page } = journey)
  fox = await card('A red fox in the snow')
  bear = await card('Ein Bär am Fluß', { projectId: fox.projectId, canvasX: 11_000, canvasY: 10_200 })
  crow = await card('夜のカラス', { projectId: fox.projectId, canvasX: 11_500, canvasY: 10_900 })
  await allEnded(context, app.url, fox.projectId)
  await page.goto(`/project/${fox.projectId}`)
  await page.locator('[data-card]').first().waitFor()
  await fitBoard(page)
}, 60_000)
afterAll(() => journey.close())

const places = async () =>
  new Map(
    (await storedCards(context, app.url, fox.projectId)).map(({ id, canvasX, canvasY }) => [
      id,
      { x: canvasX, y: canvasY },
    ]),
  )
const middle = { x: 720, y: 450 }
/** Whether a card is in the middle of the screen. */
const isCentred = async (id: string) => {
  const box = await cardBox(page, id)
  return (
    box !== null && Math.abs(box.x + box.width / 2 - middle.x) < 3 && Math.abs(box.y + box.height / 2 - middle.y) < 3
  )
}

describe('the search of cards', () => {
  it('steps through hits by prompt and by model, in any script, and dims the other cards', async () => {
    await page.keyboard.press('Control+f')
    const field = page.getByLabel('Find by prompt or model')
    await field.fill('カラス')
    await page.getByText('1 of 1').waitFor()
    await expect.poll(() => isCentred(crow.id)).toBe(true)
    await field.fill('sketch')
    await page.getByText('1 of 3').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('2 of 3').waitFor()
    await expect.poll(() => isCentred(bear.id)).toBe(true)
    await field.fill('bar')
    await expect.poll(() => page.locator('[data-card][data-dimmed]').count()).toBeGreaterThan(0)
    expect(await page.locator(`[data-card="${bear.id}"]`).getAttribute('data-dimmed')).toBeNull()
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    expect(await selectedCards(page)).toEqual([bear.id])
    await expect.poll(() => page.locator('[data-card][data-dimmed]').count()).toBe(0)
  })
})

describe('the minimap', () => {
  it('moves the view where it is pressed, and can be folded', async () => {
    await fitBoard(page)
    await page.getByRole('button', { name: 'Zoom to 100%' }).click()
    await page.waitForTimeout(400)
    const map = page.getByRole('img', { name: /^Minimap/ })
    const box = await map.boundingBox()
    if (!box) throw new Error('There is no minimap.')
    const before = await cardBox(page, bear.id)
    await page.mouse.click(box.x + 20, box.y + 20)
    await expect.poll(() => cardBox(page, bear.id)).not.toEqual(before)
    await page.keyboard.press('m')
    await map.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Minimap' }).click()
    await map.waitFor()
  })
})

describe('tidy up', () => {
  it('arranges the canvas without overlap, and is undone as one step', async () => {
    await page.keyboard.press('Escape')
    const before = await places()
    await page.keyboard.press('Shift+T')
    await expect.poll(places).not.toEqual(before)
    await page.getByText(/^Saved/).waitFor()
    const tidied = [...(await places()).values()]
    for (const [index, one] of tidied.entries())
      for (const other of tidied.slice(index + 1))
        expect(Math.abs(one.x - other.x) >= 800 || Math.abs(one.y - other.y) >= 340).toBe(true)
    await page.getByRole('button', { name: 'Undo: tidied up 3 cards' }).click()
    await expect.poll(places).toEqual(before)
  })
})

describe('commands', () => {
  it('are found by name and run from the palette', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Type a command' }).fill('select all')
    await expectNoViolations(page)
    await page.keyboard.press('Enter')
    await fitBoard(page)
    await expect.poll(async () => (await selectedCards(page)).length).toBe(3)
    await page.keyboard.press('Escape')
  })

  it('are listed with their keys in a searchable sheet', async () => {
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await sheet.getByLabel('Search shortcuts').fill('zoom')
    await sheet.getByText('Zoom to 100%').waitFor()
    await expect.poll(() => sheet.getByText('Select all').count()).toBe(0)
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
  })

  it('are in the menu of a card, which selects the card first', async () => {
    const { x, y } = await grip(page, bear.id)
    await page.mouse.click(x, y, { button: 'right' })
    await page.getByRole('menuitem', { name: /^Copy prompt/ }).waitFor()
    expect(await selectedCards(page)).toEqual([bear.id])
    await expectNoViolations(page)
    await page.getByRole('menuitem', { name: /^Collapse/ }).click()
    await expect.poll(async () => (await cardBox(page, bear.id))?.height).toBeLessThan(100)
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Escape')
  })

  it('ignore their keys while a field has the focus', async () => {
    await page.getByRole('button', { name: /^Rename/ }).click()
    await page.keyboard.press('n')
    await page.keyboard.press('?')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.keyboard.press('Escape')
  })

  it('open the prompt bar, or the panel of a new generation at a double-click on the background', async () => {
    const panel = page.getByRole('dialog', { name: 'New generation' })
    await page.locator('body').press('n')
    await expectFocused(barText(page))
    await page.keyboard.press('Escape')
    await page.mouse.dblclick(200, 680)
    await panel.waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
  })
})

describe('a canvas without a pointer', () => {
  it('shows all cards as a tree with the current position, and the canvas follows', async () => {
    const branch = await card('The fox asleep', { projectId: fox.projectId, canvasX: 12_000, canvasY: 11_400 })
    await page.getByRole('treeitem', { name: /^The fox asleep/ }).waitFor({ state: 'attached' })
    // A new card moves into the middle by itself.
    await expect.poll(() => isCentred(branch.id), { timeout: 5_000 }).toBe(true)
    await page.getByRole('treeitem', { name: /^A red fox/ }).focus()
    await expect.poll(() => isCentred(fox.id), { timeout: 5_000 }).toBe(true)
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowDown')
    const focused = page.locator('[role="treeitem"]:focus')
    await expect
      .poll(() => focused.getAttribute('aria-label'))
      .toMatch(/^The fox asleep \[\[refuse\]\], Sketch, 0 of 4 images/)
    await expect.poll(() => focused.getAttribute('aria-posinset')).toBe('4')
    await expect.poll(() => cardBox(page, branch.id)).not.toBe(null)
    await page.keyboard.press('Home')
    await expect.poll(() => page.locator('[role="treeitem"]:focus').getAttribute('aria-label')).toMatch(/^A red fox/)
    await expect.poll(() => selectedCards(page)).toEqual([fox.id])
  })

  it('moves the selected card with arrow keys and ends the selection with Escape', async () => {
    await fitBoard(page)
    const before = (await places()).get(bear.id)
    if (!before) throw new Error('The card is gone.')
    // At this zoom the card is painted: it becomes an element under the pointer.
    const { x, y } = await onScreen(page, { x: before.x + 30, y: before.y + 20 })
    await page.mouse.click(x, y)
    for (let step = 0; step < 3; step++) await page.keyboard.press('Shift+ArrowDown')
    await expect.poll(async () => (await places()).get(bear.id)?.y).toBe(before.y + 300)
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Escape')
    await expect.poll(() => selectedCards(page)).toEqual([])
  })
})

describe('a canvas with fingers', () => {
  it('pans with one, zooms about the point between two, and selects by a tap', async () => {
    const device = await browser.newContext({ ...phone, baseURL: app.url })
    const small = await openPage(device)
    await signIn(small, app.url, account)
    await small.goto(`/project/${fox.projectId}`)
    await small.getByRole('treeitem').first().waitFor({ state: 'attached' })
    await small.getByRole('button', { name: 'Fit to view' }).tap()
    await small.waitForTimeout(500)
    const session = await device.newCDPSession(small)
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      touchPoints: { x: number; y: number; id: number }[],
    ) => session.send('Input.dispatchTouchEvent', { type, touchPoints })
    const readout = async () =>
      Number((await small.getByRole('button', { name: /Zoom to 100%/ }).textContent())?.match(/\d+/)?.[0])

    const before = await readout()
    await touch('touchStart', [
      { x: 150, y: 700, id: 1 },
      { x: 190, y: 700, id: 2 },
    ])
    for (let spread = 20; spread <= 100; spread += 10)
      await touch('touchMove', [
        { x: 170 - spread, y: 700, id: 1 },
        { x: 170 + spread, y: 700, id: 2 },
      ])
    await touch('touchEnd', [])
    await expect.poll(readout).toBeGreaterThan(before * 3)
    expect(small.errors).toEqual([])
    await device.close()
  })

  it('caused no script error in this file', () => expect(page.errors).toEqual([]))
})
