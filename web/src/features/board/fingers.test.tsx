import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoViolations } from '#web/testing/app-under-test.tsx'
import { completedGeneration } from '#web/testing/fake-account.ts'
import { cardBox, expectPainted, grip, type OpenBoard, openBoard, selectedCards } from '#web/testing/fake-board.ts'
import { fingers, mouse, pen } from '#web/testing/hands.ts'

const upper = completedGeneration(2, { prompt: 'A red fox in the snow' })
const lower = completedGeneration(3, { prompt: 'A bear by the river', canvasY: 10_600 })
const width = 390
const height = 844
const near = 0.46
const far = 0.2
/** The background between the cards, beside their menus. */
const ground = { x: 340, y: 420 }

let board: OpenBoard

/** Opens the board with the middle between its two cards in the middle of the window. */
async function openAt(zoom: number): Promise<void> {
  const on = { zoom, board: { x: 10_400, y: 10_470 }, screen: { x: innerWidth / 2, y: innerHeight / 2 } }
  board = await openBoard({ cards: [upper, lower], on })
  if (zoom === far) await expectPainted()
  else for (const card of [upper, lower]) await grip(card)
}

const boxOf = (card: typeof upper) => cardBox(card) ?? { x: 0, y: 0, width: 0, height: 0 }
const placeOf = (card: typeof upper) => {
  const { canvasX = 0, canvasY = 0 } = board.stored(card) ?? {}
  return { x: Math.round(canvasX), y: Math.round(canvasY) }
}
const tapOn = async (card: typeof upper) => {
  await fingers.tap(await grip(card))
  await expect.poll(selectedCards).toEqual([card.id])
}

describe('one finger', () => {
  beforeEach(async () => {
    await page.viewport(width, height)
    await openAt(near)
  })

  it('pans by its movement, on the background and on a card that is not selected', async () => {
    const before = boxOf(upper)
    await fingers.drag(ground, { x: 40, y: -60 })
    await expect.poll(() => boxOf(upper)).toMatchObject({ x: before.x + 40, y: before.y - 60 })
    await fingers.drag(await grip(upper), { x: 0, y: 50 })
    await expect.poll(() => boxOf(upper)).toMatchObject({ x: before.x + 40, y: before.y - 10 })
    expect(selectedCards()).toEqual([])
  })

  it('selects a card by a tap, and ends the selection by a tap on the background', async () => {
    await tapOn(upper)
    await tapOn(lower)
    await fingers.tap(ground)
    await expect.poll(selectedCards).toEqual([])
  })

  it('moves the selected card, and stores its new place', async () => {
    await tapOn(lower)
    await fingers.drag(await grip(lower), { x: 0, y: 90 })
    await expect.poll(() => placeOf(lower)).toEqual({ x: lower.canvasX, y: Math.round(lower.canvasY + 90 / near) })
  })

  it('opens the menu of a card by a long press', async () => {
    await fingers.rest(await grip(upper))
    await expect.element(page.getByRole('menuitem', { name: /^Copy prompt/ })).toBeVisible()
    expect(selectedCards()).toEqual([upper.id])
    await expectNoViolations()
    const closed = async () => {
      await fingers.tap(ground)
      return page.getByRole('menu').query() === null
    }
    await expect.poll(closed, { interval: 200 }).toBe(true)
  })
})

describe('one finger on painted cards', () => {
  it('selects the card under it by a tap, also after it has panned', async () => {
    await page.viewport(width, height)
    await openAt(far)
    expect(cardBox(upper)).toBeUndefined()
    await fingers.drag({ x: width / 2, y: height / 2 - 60 }, { x: 0, y: -100 })
    expect(selectedCards()).toEqual([])
    await fingers.tap({ x: width / 2, y: height / 2 - 160 })
    await expect.poll(selectedCards).toEqual([upper.id])
  })
})

describe('two fingers', () => {
  it('zoom about the point between them', async () => {
    await page.viewport(width, height)
    await openAt(near)
    const before = boxOf(upper)
    await fingers.pinch({ x: before.x + 100, y: before.y + 50 }, { from: 30, to: 60 })
    await expect.poll(() => page.getByRole('button', { name: /Zoom to 100%/ }).element().textContent).toMatch(/^92%/)
    await grip(upper)
    // Twice as far from the card's corner; a pixel is lost to rounding.
    await expect.poll(() => Math.abs(boxOf(upper).x + 200 - before.x - 100)).toBeLessThanOrEqual(1)
    expect(Math.abs(boxOf(upper).y + 100 - before.y - 50)).toBeLessThanOrEqual(1)
  })
})

describe('a sheet on a phone', () => {
  it('takes the place of the panel of a branch at the bottom, and goes again', async () => {
    await page.viewport(width, height)
    await openAt(near)
    await fingers.rest(await grip(lower))
    await page.getByRole('menuitem', { name: /^Branch from/ }).click()
    await page.getByRole('dialog', { name: 'Create New Branch' }).getByRole('button', { name: 'Enhance' }).click()
    const sheet = page.getByRole('dialog', { name: 'Enhance', exact: true })
    await expect.element(sheet).toBeVisible()
    const place = () => {
      const { x, bottom, width } = sheet.element().getBoundingClientRect()
      return [x, width, Math.round(bottom)]
    }
    await expect.poll(place).toEqual([0, width, height])
    await sheet.getByRole('button', { name: /^Go\b/ }).click()
    await expect.poll(() => board.cards().at(-1)).toMatchObject({ branchKind: 'enhance', parentGenerationId: lower.id })
    await expect.element(sheet).not.toBeInTheDocument()
  })
})

describe('a pen', () => {
  it('selects by a press and drags a card at once, like a mouse', async () => {
    await openAt(near)
    const at = await grip(upper)
    await pen.press(at)
    await expect.poll(selectedCards).toEqual([upper.id])
    await mouse.press({ x: 80, y: 500 })
    await expect.poll(selectedCards).toEqual([])
    await pen.drag(at, { x: -90, y: 0 })
    await expect.poll(() => placeOf(upper)).toEqual({ x: Math.round(upper.canvasX - 90 / near), y: upper.canvasY })
  })
})
