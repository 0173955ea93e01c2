import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/generation.ts'
import { boardOf } from './support/board-of.ts'
import {
  type BranchOption,
  barText,
  branchFrom,
  branchPanel,
  branchText,
  panelPlace,
  promptBar,
  rounded,
} from './support/branch-panel.ts'
import { go as goOn } from './support/composer.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { expectFocused, newAccount, takePlan } from './support/person.ts'

let journey: Journey
let app: Journey['app']
let context: Journey['context']
let page: Journey['page']
let board: ReturnType<typeof boardOf>
/** A card in a project of its own, which no test branches. */
let untouched: GenerationShape
let parent: GenerationShape
beforeAll(async () => {
  journey = await openJourney({ account: newAccount('Ada') })
  ;({ app, context, page } = journey)
  board = boardOf(context, app.url)
  // For sizes beyond 1K.
  await takePlan(context, app.url, 'basic')
  untouched = await makeParent()
})
afterAll(() => journey.close())
beforeEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  parent = untouched
  await open(parent)
})

const makeParent = () => board.make({ prompt: 'pears on a sill', aspectRatio: '1:1' })
const openAnew = async () => {
  parent = await makeParent()
  await open(parent)
}
const cardOf = (id: string) => page.locator(`[data-card="${id}"]`)
const panel = (name: string) => branchPanel(page, name)
const text = () => branchText(page)
const go = () => goOn(page)
const createBranch = (option: BranchOption) => branchFrom(page, parent.id, option)
const placeOf = (name: string) => panelPlace(page, name)

async function open({ projectId, id }: GenerationShape) {
  await page.goto(`/project/${projectId}?card=${id}`)
  await cardOf(id).waitFor()
}

describe('the prompt panel', () => {
  it('is where the card will be placed, filled and focused; Escape gives the focus back to the card', async () => {
    await createBranch('Enhance')
    await panel('Enhance').getByText('from image 1 of 4').waitFor()
    await expect.poll(() => text().inputValue()).toBe('Improve quality and add more details')
    await expectFocused(text())
    await page.getByRole('button', { name: 'Aspect ratio: 2:3' }).waitFor()
    const { x, y, width } = await placeOf('Enhance')
    const card = await cardOf(parent.id).boundingBox()
    expect(rounded({ x: x - (card?.x ?? 0), y: y - (card?.y ?? 0) })).toEqual({ x: 900, y: 0 })
    expect(width).toBe(800)
    await page.keyboard.press('Escape')
    await expect.poll(() => panel('Enhance').count()).toBe(0)
    await expectFocused(cardOf(parent.id))
  })

  it('is restored unchanged after images were chosen on the assets page', async () => {
    await createBranch('Remix')
    await text().fill('as a woodcut')
    await page.getByRole('button', { name: 'Image prompt' }).click()
    await page.getByRole('button', { name: 'Select asset' }).click()
    await page.locator('[data-asset]').first().click()
    await page.getByRole('button', { name: 'Use picture' }).click()
    await panel('Remix').getByText('Prompt 1').waitFor()
    await expect.poll(() => text().inputValue()).toBe('as a woodcut')
    await page.getByRole('button', { name: 'Remove Prompt 1' }).click()
    await page.keyboard.press('Escape')
  })

  it('does nothing without a prompt, and shows the reason', async () => {
    await createBranch('Remix')
    await text().fill('   ')
    await placeOf('Remix')
    await expect.poll(() => go().getAttribute('aria-disabled')).toBe('true')
    await expect.poll(() => go().getAttribute('data-tooltip')).toBe('Please enter a prompt')
    await text().press('Control+Enter')
    await go().click({ force: true })
    await expect.poll(() => panel('Remix').count()).toBe(1)
    expect(await board.generations(parent.projectId)).toHaveLength(1)
  })
})

describe('a new generation', () => {
  beforeEach(openAnew)

  it('is written in the bar by N, and is placed where it is seen, without a parent', async () => {
    const bar = promptBar(page)
    const words = barText(page)
    await page.mouse.click(80, 500)
    await page.keyboard.press('n')
    await expectFocused(words)
    await words.fill('a fig tree')
    await expect.poll(() => bar.getByRole('button', { name: /^Go, / }).isEnabled()).toBe(true)
    await words.press('Control+Enter')
    await expect.poll(() => words.inputValue()).toBe('')
    await expect.poll(async () => (await board.generations(parent.projectId)).length, { timeout: 10_000 }).toBe(2)
    const made = (await board.finished(parent.projectId)).find(({ prompt }) => prompt === 'a fig tree')
    expect(made).toMatchObject({ parentGenerationId: null })
    await page.locator(`[data-card="${made?.id}"]`).waitFor()
  })

  it('opens where the background was double-clicked', async () => {
    await page.mouse.dblclick(200, 660)
    const { x, y } = await placeOf('New generation')
    // As much higher as the zoom bar needs.
    expect(x).toBe(200)
    expect(y).toBeLessThan(660)
    await page.mouse.click(80, 500)
    await page.keyboard.press('Escape')
    await expect.poll(() => panel('New generation').count()).toBe(0)
  })

  it('opens where the menu was opened, with the focus in the text', async () => {
    await page.mouse.click(200, 120, { button: 'right' })
    await page.getByRole('menuitem', { name: /^New generation/ }).click()
    await panel('New generation').waitFor()
    await expect.poll(() => text().evaluate((field) => field === document.activeElement)).toBe(true)
  })

  it('shows four loading slots in the middle while the project has no card yet', async () => {
    const reply = await context.request.post('/api/projects', { headers: { origin: app.url }, data: { title: 'Figs' } })
    const { id } = (await reply.json()) as { id: string }
    await page.goto(`/project/${id}`)
    await page.getByText('Nothing planted yet').waitFor()
    await page.route('**/api/generations', async (route) => {
      await page.waitForTimeout(1_000)
      await route.continue()
    })
    await expectFocused(barText(page))
    await barText(page).fill('a fig tree')
    await go().click()
    const placeholder = page.getByRole('status', { name: 'Generating images...' })
    await placeholder.waitFor()
    await expect.poll(() => placeholder.locator('.shimmer').count()).toBe(4)
    await expect.poll(() => page.getByText('Nothing planted yet').count()).toBe(0)
    await page.locator('[data-card]').waitFor()
    await expect.poll(() => placeholder.count()).toBe(0)
  })
})

it('caused no script error in this file', () => expect(page.errors).toEqual([]))
