import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/generation.ts'
import { boardOf } from './support/board-of.ts'
import { fitBoard } from './support/canvas.ts'
import type { Journey } from './support/journey.ts'
import {
  cardsByPrompt,
  chooseCard,
  type LakeBoard,
  lake,
  makeLakeBoard,
  openLakeBoard,
  openLakeJourney,
  putBoatOnBare,
} from './support/lake-board.ts'

let journey: Journey
let page: Journey['page']
let board: ReturnType<typeof boardOf>
let cards: LakeBoard
let projectId: string
let root: GenerationShape
let boat: GenerationShape
let night: GenerationShape
let bare: GenerationShape

beforeAll(async () => {
  journey = await openLakeJourney()
  page = journey.page
  board = boardOf(journey.context, journey.app.url)
  cards = await makeLakeBoard(board)
  ;({ projectId, root, boat, night, bare } = cards)
  await putBoatOnBare(board, cards)
  await openLakeBoard(page, cards)
}, 240_000)
afterAll(() => journey.close())

const stored = () => cardsByPrompt(board, projectId)
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
const choose = (card: GenerationShape) => chooseCard(page, card)

describe('comparing images', () => {
  it('shows the images of a card side by side and as overlays, by keys', async () => {
    await fitBoard(page)
    await choose(root)
    await page.keyboard.press('x')
    await dialog('Compare 4 images').waitFor()
    await page.getByRole('button', { name: 'Slider' }).click()
    await page.getByRole('button', { name: 'A and C' }).click()
    const split = page.getByLabel('Where the pictures meet')
    await split.focus()
    await page.keyboard.press('ArrowRight')
    expect(await split.inputValue()).toBe('51')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.getByRole('button', { name: 'Blink' }).click()
    await page.getByRole('button', { name: 'Shows A. Press Space to switch.' }).press('Space')
    await page.getByRole('button', { name: 'Shows C. Press Space to switch.' }).waitFor()
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.getByRole('button', { name: 'Overlay' }).click()
    await page.getByLabel('How much of C is seen').fill('20')
    const second = page.locator('.compare-layer').last()
    expect(await second.evaluate((layer) => getComputedStyle(layer).opacity)).toBe('0.2')
  })

  it('keeps all of them at the same spot while one is magnified', async () => {
    await page.getByRole('button', { name: 'Side by side' }).click()
    const panes = page.locator('.compare-pane img')
    const views = () => panes.evaluateAll((all) => all.map((each) => (each as HTMLElement).style.transform))
    const whole = await views()
    await page.locator('.compare-pane').first().hover()
    await page.mouse.wheel(0, -400)
    await expect.poll(async () => (await views())[0]).not.toBe(whole[0])
    expect(new Set(await views()).size).toBe(1)
    expect(await panes.count()).toBe(4)
  })

  it('picks a winner, which is starred', async () => {
    await page.getByRole('button', { name: /^Pick as winner.*C$/ }).click()
    await expect.poll(async () => (await stored()).get(lake)?.images[2]?.feedback).toEqual(['star'])
    await page.keyboard.press('Escape')
    await dialog(/^Compare/).waitFor({ state: 'detached' })
  })

  it('accepts images of any card', async () => {
    await choose(boat)
    await page.keyboard.press('Shift+X')
    await choose(night)
    await page.keyboard.press('Shift+X')
    await page.getByRole('region', { name: 'Images to compare' }).getByRole('button', { name: 'Compare 2' }).click()
    await dialog('Compare 2 images').waitFor()
    const differing = dialog('Compare 2 images').locator('[data-differs] dt')
    expect(new Set(await differing.allTextContents())).toEqual(new Set(['Settings', 'Seed']))
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Clear' }).click()
  })
})

describe('culling images', () => {
  it('shows one image after the other, and continues after each key', async () => {
    await choose(bare)
    await page.keyboard.press('k')
    await dialog('Cull').getByText('1 of 8').waitFor()
    // The keys are those of the lightbox: like, star, dislike.
    await page.keyboard.press('3')
    await dialog('Cull').getByText('2 of 8').waitFor()
    await page.keyboard.press('1')
    await dialog('Cull').getByText('3 of 8').waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('2')
    await dialog('Cull').getByText('3 of 8').waitFor()
    await page.keyboard.press('Escape')
    const feedback = async () => (await stored()).get(bare.prompt)?.images.map((image) => image.feedback.join())
    await expect.poll(feedback).toEqual(['dislike', 'star', '', ''])
    for (const left of [
      ['dislike', 'like', '', ''],
      ['dislike', '', '', ''],
      ['', '', '', ''],
    ]) {
      await page.keyboard.press('Control+z')
      await expect.poll(feedback).toEqual(left)
    }
  })

  it('folds branches without a chosen image, and unfolds them', async () => {
    const folded = async () => [...(await stored()).values()].filter((card) => card.isCollapsed).map(({ id }) => id)
    await page.keyboard.press('f')
    await expect.poll(async () => (await folded()).includes(bare.id)).toBe(true)
    expect(await folded()).not.toContain(root.id)
    await page.keyboard.press('Shift+F')
    await expect.poll(folded).toEqual([])
  })
})

describe('the cost of a branch', () => {
  it('is split into the path to the winner and the rest', async () => {
    await fitBoard(page)
    await choose(root)
    await page.keyboard.press('e')
    await dialog('What this branch cost')
      .getByText('This branch: 20.00 credits, 4.00 on the way to the winner, 16.00 exploring.')
      .waitFor()
  })

  it('has a cap, which the prompt panel shows and Go respects', async () => {
    await page.getByLabel('Cap on this branch').fill('21')
    await page.getByRole('button', { name: 'Set cap' }).click()
    await dialog('What this branch cost').getByText('Cap: 1.00 of 21.00 credits left in this branch').waitFor()
    await page.keyboard.press('Escape')
    await choose(night)
    await page.keyboard.press('b')
    await page.getByRole('button', { name: /^Enhance/ }).click()
    await page.getByText('Cap: 1.00 of 21.00 credits left in this branch').waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText('This branch may cost 21.00 credits, and 1.00 of them are left.').waitFor()
    expect((await stored()).size).toBe(5)
    expect(page.errors).toEqual([])
  })
})
