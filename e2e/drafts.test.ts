import type { Route } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/generation.ts'
import { boardOf } from './support/board-of.ts'
import { barText, branchFrom, branchText, promptBar } from './support/branch-panel.ts'
import { fitBoard } from './support/canvas.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { chooseCard } from './support/lake-board.ts'
import { desktop, newAccount } from './support/person.ts'

let journey: Journey
let page: Journey['page']
let board: ReturnType<typeof boardOf>
let root: GenerationShape
beforeAll(async () => {
  journey = await openJourney({
    account: newAccount('Ada'),
    screen: { ...desktop, reducedMotion: 'no-preference' },
  })
  page = journey.page
  board = boardOf(journey.context, journey.app.url)
})
afterAll(() => journey.close())
beforeEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  root = await board.make({ prompt: 'a lake at dawn', model: 'Sketch', aspectRatio: '1:1' })
  await open()
})

async function open(): Promise<void> {
  await page.goto(`/project/${root.projectId}?card=${root.id}`)
  await page.locator(`[data-card="${root.id}"]`).waitFor()
}
const rerunPanel = () => page.getByRole('dialog', { name: 'Run this branch again' })
const prompts = async () => (await board.generations(root.projectId)).map(({ prompt }) => prompt).sort()

/** Sends the draft by its keys, which do nothing before the models are read. */
async function send(): Promise<void> {
  const go = promptBar(page).getByRole('button', { name: /^Go, 4 images/ })
  await expect.poll(() => go.isEnabled()).toBe(true)
  await barText(page).press('Control+Enter')
}

/** Holds the calls to an address until the test releases them, and records their idempotency keys. */
async function hold(address: string) {
  const held: Route[] = []
  const keys: (string | undefined)[] = []
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    keys.push(route.request().headers()['idempotency-key'])
    held.push(route)
  })
  const next = async () => {
    await expect.poll(() => held.length).toBeGreaterThan(0)
    return held.shift() as Route
  }
  return { keys, next }
}

describe('a draft on the canvas', () => {
  it('is not cleared by the reply to the previous one', async () => {
    const { next } = await hold('**/api/generations')
    await page.keyboard.press('n')
    await barText(page).fill('a heron [[refuse]]')
    await send()
    const asked = await next()
    await expect.poll(() => barText(page).inputValue()).toBe('')
    await barText(page).fill('a crane')
    await promptBar(page).getByRole('button', { name: 'Resolution: 1K' }).waitFor()
    await promptBar(page).getByRole('button', { name: 'Aspect ratio: 2:3' }).click()
    await page.getByRole('dialog', { name: 'Select Aspect Ratio' }).getByRole('radio', { name: /^16:9/ }).check()
    await page.keyboard.press('Escape')
    await asked.continue()
    await expect.poll(prompts).toEqual(['a heron [[refuse]]', 'a lake at dawn'])
    await barText(page).press('End')
    await page.keyboard.type('s')
    expect(await barText(page).inputValue()).toBe('a cranes')
    await promptBar(page).getByRole('button', { name: 'Aspect ratio: 16:9' }).waitFor()
  })

  it('is restored beside the next one where it was refused', async () => {
    const { next } = await hold('**/api/generations')
    await barText(page).fill('a heron')
    await send()
    const asked = await next()
    await barText(page).fill('a crane [[refuse]]')
    await asked.abort()
    await page.locator('.toast').getByText('Generation Failed', { exact: true }).waitFor()
    expect(await barText(page).inputValue()).toBe('a crane [[refuse]]')
    await send()
    await (await next()).continue()
    await expect.poll(() => barText(page).inputValue()).toBe('a heron')
  })

  it('is restored by a reload, in the bar that was open', async () => {
    await barText(page).fill('a heron')
    await page.reload()
    await expect.poll(() => barText(page).inputValue()).toBe('a heron')
  })

  it('stays while a change is applied to its card', async () => {
    const other = await board.make({
      prompt: 'a hill at dawn',
      model: 'Sketch',
      aspectRatio: '1:1',
      projectId: root.projectId,
    })
    const child = await board.make({
      prompt: 'a lake at night',
      model: 'Sketch',
      aspectRatio: '1:1',
      projectId: root.projectId,
      parentGenerationId: root.id,
      parentImageId: root.images[0]?.id ?? null,
      branchKind: 'remix',
      canvasX: root.canvasX,
      canvasY: root.canvasY + 500,
    })
    // With all cards from the first moment: one that arrives later lies outside of what was framed.
    await open()
    await fitBoard(page)
    await branchFrom(page, other.id, 'Remix')
    await branchText(page).fill('as a woodcut')
    await page.keyboard.press('Escape')
    await fitBoard(page)
    await chooseCard(page, child)
    await page.keyboard.press('w')
    await page.getByRole('button', { name: 'Apply this change to…' }).click()
    const applying = page.getByRole('dialog', { name: 'Apply this change' })
    await applying.getByRole('button', { name: /a hill at dawn/ }).click()
    await applying.getByRole('button', { name: /^Go/ }).click()
    await expect.poll(async () => (await prompts()).length).toBe(4)
    await fitBoard(page)
    await branchFrom(page, other.id, 'Remix')
    await expect.poll(() => branchText(page).inputValue()).toBe('as a woodcut')
  })
})

describe('a branch that is submitted again', () => {
  const openRerun = async () => {
    await page.locator(`[data-card="${root.id}"]`).focus()
    await page.keyboard.press('r')
    await rerunPanel().waitFor()
  }

  it('is restored with its prompt where its request was lost, and charged once', async () => {
    const { next, keys } = await hold('**/api/series')
    await openRerun()
    await rerunPanel().getByRole('textbox').fill('a lake at noon [[refuse]]')
    await page.keyboard.press('Control+Enter')
    // The server has received it; the reply does not arrive.
    const lost = await next()
    await lost.fetch()
    await lost.abort()
    await expect.poll(() => rerunPanel().getByRole('textbox').inputValue()).toBe('a lake at noon [[refuse]]')
    await rerunPanel().getByRole('textbox').press('Control+Enter')
    await (await next()).continue()
    await expect.poll(prompts).toEqual(['a lake at dawn', 'a lake at noon [[refuse]]'])
    expect(keys[1]).toBe(keys[0])
    await rerunPanel().waitFor({ state: 'detached' })
  })

  it('keeps its panel open when Escape closes the list of models', async () => {
    await openRerun()
    await rerunPanel().getByRole('textbox').fill('a lake in the rain')
    await rerunPanel()
      .getByRole('button', { name: /^Model/ })
      .click()
    await page.getByRole('listbox').or(page.getByRole('menu')).first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').or(page.getByRole('menu')).first().waitFor({ state: 'detached' })
    expect(await rerunPanel().getByRole('textbox').inputValue()).toBe('a lake in the rain')
  })
})

describe('the command for more like a card', () => {
  it('runs once where the reply was lost and the keys are pressed again', async () => {
    const { next, keys } = await hold('**/api/generations')
    await page.locator(`[data-card="${root.id}"]`).focus()
    await page.keyboard.press('g')
    const lost = await next()
    await lost.fetch()
    await lost.abort()
    await page.locator('.toast').getByText('Not done', { exact: true }).waitFor()
    await expect.poll(() => page.locator('[data-card]').count()).toBe(2)
    await page.locator(`[data-card="${root.id}"]`).focus()
    await page.keyboard.press('g')
    await (await next()).continue()
    await expect.poll(() => page.locator('[data-awaited]').count()).toBe(0)
    expect(keys[1]).toBe(keys[0])
    expect(await prompts()).toHaveLength(2)
  })
})

it('caused no script error in this file', () => expect(page.errors).toEqual([]))
