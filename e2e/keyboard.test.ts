import type { CDPSession } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/generation.ts'
import { boardOf } from './support/board-of.ts'
import { drag, grip } from './support/canvas.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { chooseCard } from './support/lake-board.ts'
import { newAccount } from './support/person.ts'

let journey: Journey
let page: Journey['page']
let board: ReturnType<typeof boardOf>
let root: GenerationShape
let session: CDPSession
beforeAll(async () => {
  journey = await openJourney({ account: newAccount('Ada') })
  page = journey.page
  board = boardOf(journey.context, journey.app.url)
  root = await board.make({ prompt: 'a lake at dawn', model: 'Sketch', aspectRatio: '1:1' })
  await board.make({ prompt: 'a lake at noon', model: 'Sketch', aspectRatio: '1:1', projectId: root.projectId })
  await journey.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: journey.app.url })
  session = await journey.context.newCDPSession(page)
})
afterAll(() => journey.close())
beforeEach(async () => {
  await page.goto(`/project/${root.projectId}?card=${root.id}`)
  await page.locator(`[data-card="${root.id}"]`).waitFor()
})

/** Composes text in the focused field, as an input method does, and presses Enter to confirm it. */
async function composeAndConfirm(text: string): Promise<void> {
  await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 }
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter })
  await session.send('Input.insertText', { text })
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter })
}

describe("Enter that confirms an input method's composition", () => {
  it('runs no command of the palette', async () => {
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Type a command' })
    await field.waitFor()
    await composeAndConfirm('しん')
    expect(await field.inputValue()).toBe('しん')
    await field.fill('')
    await composeAndConfirm('n')
    expect(await field.inputValue()).toBe('n')
    await page.keyboard.press('Escape')
  })

  it('saves no half-composed title', async () => {
    await page.getByRole('button', { name: /^Rename/ }).click()
    const title = page.getByRole('textbox', { name: 'Title' })
    await title.fill('')
    await composeAndConfirm('湖')
    expect(await title.inputValue()).toBe('湖')
    await title.press('Escape')
  })

  it('steps to no other hit of the search', async () => {
    await page.keyboard.press('Control+f')
    const field = page.getByLabel('Find by prompt or model')
    await field.fill('a lak')
    await page.getByText('1 of 2').waitFor()
    await composeAndConfirm('e')
    expect(await field.inputValue()).toBe('a lake')
    await page.getByText('1 of 2').waitFor()
    await field.press('Enter')
    await page.getByText('2 of 2').waitFor()
    await page.keyboard.press('Escape')
  })

  it('chooses no model', async () => {
    await page.goto('/image')
    await page.getByRole('button', { name: /^Model/ }).click()
    const field = page.getByRole('combobox', { name: /Filter/ })
    await field.focus()
    await composeAndConfirm('s')
    await expect.poll(() => field.inputValue()).toBe('s')
    await page.keyboard.press('Escape')
  })
})

describe('the space bar', () => {
  it('opens a select in a dialog over the canvas', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Type a command' }).fill('Share for review')
    await page.keyboard.press('Enter')
    const choice = page.getByRole('dialog', { name: /^Share/ }).locator('select')
    await choice.focus()
    const isTaken = await choice.evaluate((field) => {
      const press = new KeyboardEvent('keydown', { key: ' ', code: 'Space', bubbles: true, cancelable: true })
      field.dispatchEvent(press)
      return press.defaultPrevented
    })
    expect(isTaken).toBe(false)
    await page.keyboard.press('Escape')
  })

  it('is released when the window loses the focus', async () => {
    await page.mouse.click(80, 500)
    await page.keyboard.down('Space')
    await page.locator('.canvas[data-grab]').waitFor()
    await page.evaluate(() => window.dispatchEvent(new Event('blur')))
    await page.locator('.canvas[data-grab]').waitFor({ state: 'detached' })
    const before = await grip(page, root.id)
    await drag(page, before, { x: 40, y: 0 })
    await expect
      .poll(async () => (await board.generations(root.projectId)).find(({ id }) => id === root.id)?.canvasX)
      .toBe(root.canvasX + 40)
    await page.keyboard.up('Space')
    await page.keyboard.press('Control+z')
  })
})

describe('Ctrl+C', () => {
  it('copies selected text, and the prompt of a card otherwise', async () => {
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await chooseCard(page, root)
    await page.keyboard.press('Control+c')
    await expect.poll(copied).toBe('a lake at dawn')
    await page.locator('.toast [data-title]').first().waitFor()
    await page.evaluate(() => {
      const words = document.querySelector('.toast [data-title]')
      if (words) getSelection()?.selectAllChildren(words)
    })
    const words = await page.evaluate(() => getSelection()?.toString())
    await page.keyboard.press('Control+c')
    await expect.poll(copied).toBe(words)
    expect(words).not.toBe('a lake at dawn')
  })
})

describe('a held key', () => {
  it('generates one card, without repeats', async () => {
    const asked: string[] = []
    await page.route('**/api/generations', (route) => {
      asked.push(route.request().method())
      return route.abort()
    })
    await chooseCard(page, root)
    for (let press = 0; press < 4; press++) await page.keyboard.down('g')
    await page.keyboard.up('g')
    await page.locator('.toast').getByText('Not done', { exact: true }).waitFor()
    expect(asked).toEqual(['POST'])
    await page.unroute('**/api/generations')
  })
})

it('caused no script error in this file', () => expect(page.errors).toEqual([]))
