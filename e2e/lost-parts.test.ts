import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { boardOf } from './support/board-of.ts'
import { barText, branchText, promptBar } from './support/branch-panel.ts'
import { fitBoard } from './support/canvas.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { chooseCard, type LakeBoard, makeLakeBoard, openLakeBoard } from './support/lake-board.ts'
import { desktop, expectNoViolations, newAccount, openPage } from './support/person.ts'

let journey: Journey
let board: LakeBoard
beforeAll(async () => {
  journey = await openJourney({ account: newAccount('Ada') })
  board = await makeLakeBoard(boardOf(journey.context, journey.app.url))
})
afterAll(() => journey.close())

let context: BrowserContext
let page: Page & { readonly errors: string[] }
beforeEach(async () => {
  // A browser that has opened no page of the application yet.
  const storageState = await journey.context.storageState()
  context = await journey.browser.newContext({ ...desktop, baseURL: journey.app.url, storageState })
  page = await openPage(context)
})
afterEach(() => context.close())

const cards = () => page.locator('[data-card]')
const notice = () => page.getByRole('alert', { name: 'This part did not load' })
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })

/** Waits until the page has fetched, in idle time, what has to work without a connection. */
const partsAreHere = () =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const files = performance.getEntriesByType('resource').map(({ name }) => name)
        const parts = ['share-dialog', 'command-panels', 'toaster', 'lineage-overlays']
        return parts.filter((part) => !files.some((file) => file.includes(`/assets/${part}-`)))
      }),
    )
    .toEqual([])

/** From the beginning: the first press on the page fetches this part beforehand. All others are loaded. */
const loseStyles = () => page.route(/assets\/style-dialog-/, (route) => route.abort())

/** Whether the page has the rules of a style sheet. */
const hasSheet = (name: string) =>
  page.evaluate((wanted) => {
    const hasRules = (sheet: CSSStyleSheet) => {
      try {
        return sheet.cssRules.length > 0
      } catch {
        // Chromium's object for a sheet whose fetch has failed.
        return false
      }
    }
    return [...document.styleSheets].some((sheet) => sheet.href?.includes(`/assets/${wanted}-`) && hasRules(sheet))
  }, name)

async function runFromPalette(command: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Type a command' }).fill(command)
  await page.keyboard.press('Enter')
}

describe('a canvas that is opened for the first time and goes offline', () => {
  it('runs every command that needs no server, says that a page that was never loaded opens later, and keeps the canvas', async () => {
    await openLakeBoard(page, board)
    await partsAreHere()
    await context.setOffline(true)

    await chooseCard(page, board.night)
    await page.keyboard.press('?')
    await dialog('Keyboard shortcuts').waitFor()
    await page.keyboard.press('Escape')
    await dialog('Keyboard shortcuts').waitFor({ state: 'detached' })

    await page.keyboard.press('c')
    await page.getByText('1 change not sent yet').waitFor()
    await page.keyboard.press('Control+z')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+T')

    await page.keyboard.press('Delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.locator('.toast').getByText('Deleted', { exact: true }).waitFor()
    await expect.poll(() => cards().count()).toBe(3)
    await page.keyboard.press('Control+z')
    await expect.poll(() => cards().count()).toBe(4)

    await runFromPalette('Find on canvas')
    await page.getByLabel('Find by prompt or model').fill('bare')
    await page.getByText('1 of 1').waitFor()
    await page.keyboard.press('Escape')

    await fitBoard(page)
    await chooseCard(page, board.boat)
    await page.keyboard.press('w')
    await dialog(/What changed/).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('b')
    await dialog('Create New Branch').getByRole('button', { name: 'Remix' }).click()
    await branchText(page).fill('as a woodcut')
    await page.keyboard.press('Escape')
    await runFromPalette('Share for review')
    await dialog(/^Share/).waitFor()
    await page.keyboard.press('Escape')

    expect(await notice().count()).toBe(0)

    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Manage account' }).press('Enter')
    await page.getByText('This page opens when the connection is back.').waitFor()
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Go back' }).click()
    await expect.poll(() => cards().count()).toBe(4)
    await context.setOffline(false)
    await page.getByText(/^Saved/).waitFor()
    expect(page.errors).toEqual([])
  })
})

describe('a part of the canvas that does not load', () => {
  it('is reported, loads with its styles when the connection is back, and after a new release by a reload that keeps the draft', async () => {
    await loseStyles()
    await openLakeBoard(page, board)
    await partsAreHere()
    await chooseCard(page, board.bare)
    await page.keyboard.press('/')
    await barText(page).fill('a heron in the reeds')
    await promptBar(page).getByRole('button', { name: 'Style', exact: true }).click()
    await notice().waitFor()
    await expectNoViolations(page)
    await notice().getByRole('button', { name: 'Retry' }).click()
    await notice().waitFor()
    expect(await barText(page).inputValue()).toBe('a heron in the reeds')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await notice().getByRole('button', { name: 'Retry' }).click()
    await dialog(/style/i).waitFor()
    expect(await notice().count()).toBe(0)
    expect(await hasSheet('style-dialog')).toBe(true)
    await page.keyboard.press('Escape')
    await dialog(/style/i).waitFor({ state: 'detached' })

    // The old files are gone.
    await page.route(/\/assets\/[^/]+\.(js|css)$/, (route) => route.fulfill({ status: 404, json: {} }))
    await page.getByRole('toolbar', { name: 'Tools', exact: true }).getByRole('button', { name: 'Assets' }).click()
    await notice()
      .getByText(/reload the page/)
      .waitFor()
    await expect.poll(() => cards().count()).toBe(4)
    expect(await page.locator(`[data-card="${board.bare.id}"][data-selected]`).count()).toBe(1)
    expect(await barText(page).inputValue()).toBe('a heron in the reeds')
    // The new release has files of its own.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.evaluate(() => Object.assign(window, { isOld: true }))
    await notice().getByRole('button', { name: 'Reload' }).click()
    await page.waitForFunction(() => !('isOld' in window))
    await expect.poll(() => barText(page).inputValue()).toBe('a heron in the reeds')
    await expect.poll(() => cards().count()).toBe(4)
  })
})
