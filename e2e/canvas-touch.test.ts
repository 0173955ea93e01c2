import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CanvasStateShape } from '#contract/project.ts'
import { branchDialog, branchPanel } from './support/branch-panel.ts'
import { allEnded, cardBox, generate, grip, type Made, selectedCards, storedCards } from './support/canvas.ts'
import { chooseByFinger } from './support/card-menu.ts'
import { type Fingers, fingersOn } from './support/fingers.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { desktop, expectNoViolations, newAccount, openPage, phone } from './support/person.ts'

let journey: Journey
let app: Journey['app']
let browser: Journey['browser']
let context: Journey['context']
let page: Journey['page']
let session: CDPSession
let fingers: Fingers
let upper: Made
let lower: Made

beforeAll(async () => {
  journey = await openJourney({ account: newAccount('Ada'), screen: phone })
  ;({ app, browser, context, page } = journey)
  // Refused at once: cards without the work of painting pictures.
  upper = await generate(context, app.url, { prompt: 'A red fox in the snow [[refuse]]' })
  lower = await generate(context, app.url, {
    prompt: 'A bear by the river [[refuse]]',
    projectId: upper.projectId,
    canvasX: 10_000,
    canvasY: 10_600,
  })
  await allEnded(context, app.url, upper.projectId)
  session = await context.newCDPSession(page)
  fingers = fingersOn(session)
}, 60_000)
afterAll(() => journey.close())

/** Opens the board with the middle between its two cards in the middle of the page. */
async function openAt(zoom: number, page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? desktop.viewport
  const view: CanvasStateShape = {
    projectId: upper.projectId,
    zoomLevel: zoom,
    panX: width / 2 - 10_400 * zoom,
    panY: height / 2 - 10_470 * zoom,
    lastViewedGenerationId: null,
    // Newer than the view that the previous page saves when the tab leaves it.
    updatedAt: new Date(Date.now() + 3_600_000).toISOString(),
  }
  await page.unroute('**/canvas-state')
  await page.route('**/canvas-state', (route) => route.fulfill({ json: view }))
  await page.goto(`/project/${upper.projectId}`)
  await page.getByRole('treeitem').first().waitFor({ state: 'attached' })
  await page.waitForFunction(() => !document.querySelector('.canvas-tiles[data-incomplete]'))
  if (zoom === near) for (const { id } of [upper, lower]) await page.locator(`[data-card="${id}"]`).waitFor()
}

const near = 0.46
const far = 0.2
/** The background between the cards, beside their menus. */
const ground = { x: 340, y: 420 }

const percent = async () =>
  Number((await page.getByRole('button', { name: /Zoom to 100%/ }).textContent())?.match(/\d+/)?.[0])
const boxOf = async (card: Made) => {
  const box = await cardBox(page, card.id)
  if (!box) throw new Error('The card is not an element of the page.')
  return box
}
const placeOf = async (card: Made) => {
  const stored = (await storedCards(context, app.url, card.projectId)).find(({ id }) => id === card.id)
  return stored && { x: Math.round(stored.canvasX), y: Math.round(stored.canvasY) }
}

describe('one finger', () => {
  beforeEach(() => openAt(near, page))

  it('pans by its movement, on the background and on a card that is not selected', async () => {
    const before = await boxOf(upper)
    await fingers.drag(ground, { x: 40, y: -60 })
    await expect.poll(() => boxOf(upper)).toMatchObject({ x: before.x + 40, y: before.y - 60 })
    await fingers.drag(await grip(page, upper.id), { x: 0, y: 50 })
    await expect.poll(() => boxOf(upper)).toMatchObject({ x: before.x + 40, y: before.y - 10 })
    expect(await selectedCards(page)).toEqual([])
  })

  it('selects a card by a tap, and ends the selection by a tap on the background', async () => {
    await fingers.tap(await grip(page, upper.id))
    await expect.poll(() => selectedCards(page)).toEqual([upper.id])
    await fingers.tap(await grip(page, lower.id))
    await expect.poll(() => selectedCards(page)).toEqual([lower.id])
    await fingers.tap(ground)
    await expect.poll(() => selectedCards(page)).toEqual([])
  })

  it('moves the selected card, and stores its new place', async () => {
    const before = await placeOf(lower)
    await fingers.tap(await grip(page, lower.id))
    await expect.poll(() => selectedCards(page)).toEqual([lower.id])
    await fingers.drag(await grip(page, lower.id), { x: 0, y: 90 })
    await expect.poll(() => placeOf(lower)).toEqual({ x: before?.x, y: Math.round((before?.y ?? 0) + 90 / near) })
  })

  it('opens the menu of a card by a long press', async () => {
    await fingers.rest(await grip(page, upper.id))
    await page.getByRole('menuitem', { name: /^Copy prompt/ }).waitFor()
    expect(await selectedCards(page)).toEqual([upper.id])
    await expectNoViolations(page)
    await fingers.tap(ground)
    await page.getByRole('menu').waitFor({ state: 'detached' })
  })
})

describe('one finger on painted cards', () => {
  beforeEach(() => openAt(far, page))

  it('selects the card under it by a tap', async () => {
    expect(await cardBox(page, upper.id)).toBeNull()
    const middle = { x: phone.viewport.width / 2, y: phone.viewport.height / 2 }
    await fingers.tap({ x: middle.x, y: middle.y - 60 })
    await expect.poll(() => selectedCards(page)).toEqual([upper.id])
  })

  it('pans', async () => {
    const { width, height } = phone.viewport
    await fingers.drag({ x: width / 2, y: height / 2 - 60 }, { x: 0, y: -100 })
    await fingers.tap({ x: width / 2, y: height / 2 - 160 })
    await expect.poll(() => selectedCards(page)).toEqual([upper.id])
  })
})

describe('two fingers', () => {
  it('zoom about the point between them', async () => {
    await openAt(near, page)
    const before = await boxOf(upper)
    await fingers.pinch({ x: before.x + 100, y: before.y + 50 }, { from: 30, to: 60 })
    await expect.poll(percent).toBe(92)
    await page.locator(`[data-card="${upper.id}"]`).waitFor()
    const after = await boxOf(upper)
    // Twice as far from the card's corner; a pixel is lost to rounding.
    expect(Math.abs(after.x + 200 - before.x - 100)).toBeLessThanOrEqual(1)
    expect(Math.abs(after.y + 100 - before.y - 50)).toBeLessThanOrEqual(1)
  })
})

describe('a sheet', () => {
  it('slides in from below with the branch, and out again', async () => {
    const { id, projectId } = await generate(context, app.url, {
      prompt: 'A hare at dusk',
      projectId: upper.projectId,
      canvasX: 11_000,
      canvasY: 10_000,
    })
    await allEnded(context, app.url, projectId)
    await page.goto(`/project/${projectId}?card=${id}`)
    await chooseByFinger({ page, fingers }, id, /^Branch from/)
    await branchDialog(page).getByRole('button', { name: 'Enhance' }).tap()
    const sheet = branchPanel(page, 'Enhance')
    await sheet.waitFor()
    const bottom = async () => {
      const box = await sheet.boundingBox()
      return box && box.y + box.height
    }
    await expect.poll(bottom).toBe(phone.viewport.height)
    await sheet.getByRole('button', { name: 'Cancel' }).tap()
    await sheet.waitFor({ state: 'detached' })
    expect(page.errors).toEqual([])
  })
})

describe('a pen', () => {
  it('selects by a press and drags a card at once, like a mouse', async () => {
    const desk = await browser.newContext({ ...desktop, baseURL: app.url, storageState: await context.storageState() })
    const drawing = await openPage(desk)
    await openAt(near, drawing)
    const pen = fingersOn(await desk.newCDPSession(drawing)).pen
    const at = await grip(drawing, upper.id)
    await pen.press(at)
    await expect.poll(() => selectedCards(drawing)).toEqual([upper.id])
    await drawing.keyboard.press('Escape')
    const before = await placeOf(upper)
    await pen.drag(at, { x: -90, y: 0 })
    await expect.poll(() => placeOf(upper)).toEqual({ x: Math.round((before?.x ?? 0) - 90 / near), y: before?.y })
    expect(drawing.errors).toEqual([])
    await desk.close()
  })
})
