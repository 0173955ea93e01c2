import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { boardOf } from './support/board-of.ts'
import { type Journey, openJourney, openScreen } from './support/journey.ts'
import { expectNoViolations, newAccount, phone, pressGo, takePlan } from './support/person.ts'

let journey: Journey
let context: Journey['context']
let page: Journey['page']
beforeAll(async () => {
  journey = await openJourney({ variables: { SKETCH_CREDITS: '30' } })
})
afterAll(() => journey.close())
afterEach(() => expect(page.errors).toEqual([]))

const button = (name: string) => page.getByRole('button', { name, exact: true })
const toast = (title: string) => page.locator('.toast').filter({ hasText: title })
const rowsOf = (name: string) => page.getByRole('region', { name }).getByRole('row')

/** A new account: 250 tokens and 20 of the day are enough for two generations of 120 credits, with 30 left. */
async function openAccount(screen: Parameters<typeof openScreen>[1] = {}): Promise<void> {
  ;({ context, page } = await openScreen(journey.app, { account: newAccount('Mara'), ...screen }))
}
/** Spends 240 of the 270 credits, in two projects. */
async function spend(): Promise<void> {
  const board = boardOf(context, journey.app.url)
  for (const prompt of ['a walled garden', 'three pears']) await board.make({ prompt })
}
const subscribe = (plan: 'basic' | 'pro') => takePlan(context, journey.app.url, plan)

/** One account that has 30 credits left, for tests that only read. */
function withSpentAccount(): void {
  beforeAll(async () => {
    await openAccount()
    await spend()
  })
  afterAll(() => context.close())
}

describe('the cost of images', () => {
  withSpentAccount()

  it('is shown before Go is pressed', async () => {
    await page.goto('/image')
    await page.getByRole('textbox', { name: 'Prompt', exact: true }).fill('a walled garden')
    await page.getByRole('button', { name: /^Go, 4 images · 120\.00 credits/ }).waitFor()
  })

  it('is shown on the usage page by day, by model and by project', async () => {
    await page.goto('/usage')
    await page.getByText('30.00', { exact: true }).first().waitFor()
    const spent = 'What your pictures have cost'
    await rowsOf(spent).nth(1).waitFor()
    await expect.poll(() => rowsOf(spent).count()).toBe(2)
    expect(await rowsOf(spent).nth(1).getByRole('cell').allTextContents()).toEqual(['8', '240.00'])
    // By the keyboard: arrows choose a tab.
    await page.getByRole('tab', { name: 'By day' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('rowheader', { name: 'Sketch' }).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('rowheader', { name: 'three pears' }).waitFor()
    await expect.poll(() => rowsOf(spent).count()).toBe(3)
    expect(await rowsOf(spent).nth(1).getByRole('cell').allTextContents()).toEqual(['4', '120.00'])
  })

  it('is in the ledger, entry by entry, which is downloaded as CSV and adds up', async () => {
    await page.goto('/usage')
    await page.getByRole('cell', { name: 'Paid: the image is there' }).first().waitFor()
    expect(await page.getByRole('cell', { name: /^Held for an image/ }).count()).toBeGreaterThanOrEqual(8)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download as CSV' }).click()
    const saved = await download
    expect(saved.suggestedFilename()).toBe('usage.csv')
    const [head, ...lines] = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n')
    expect(head).toBe('time,kind,credits,source,model,project,generation,image')
    expect(lines.reduce((sum, line) => sum + Number(line.split(',')[2]), 0)).toBeCloseTo(30)
  })

  it('is shown in the header', async () => {
    await page.goto('/image')
    const usage = page.getByRole('button', { name: 'Daily compute limit consumed: 100%' })
    await usage.hover()
    await page.getByText('30 credits left').waitFor()
    await page.getByRole('link', { name: 'Usage', exact: true }).click()
    await page.waitForURL('**/usage')
  })
})

describe('too few credits', () => {
  withSpentAccount()

  it('mark the models in the picker that cost more than is left', async () => {
    await page.goto('/image')
    await page.getByRole('button', { name: /^Model:/ }).click()
    const marked = (name: string) =>
      page.getByRole('option', { name: new RegExp(`^${name}`) }).getByText('More than you have')
    await marked('Sketch').waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
  })

  it('refuse a generation with the missing amount and a link to the plans', async () => {
    await page.goto('/image')
    await pressGo(page, 'one too many')
    await toast('90.00 credits are missing. Nothing was made, and nothing was charged.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/image')
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Prompt', exact: true }).inputValue())
      .toBe('one too many')
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'See plans' }).click()
    await page.waitForURL('**/pricing')
  })
})

describe('a plan', () => {
  beforeEach(() => openAccount())
  afterEach(() => context.close())

  it('is chosen in the dialog, by the keyboard alone, and changed in the portal', async () => {
    await page.goto('/image')
    const usage = page.getByRole('button', { name: /^Daily compute limit consumed:/ })
    await usage.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Plans & Pricing' })
    await expect.poll(() => dialog.getByRole('button', { name: 'Current plan' }).isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Choose Basic' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/billing-portal?plan=basic')
    await expect.poll(() => page.getByRole('radio', { name: /^Basic/ }).isChecked()).toBe(true)
    await button('Change to Basic').focus()
    await page.keyboard.press('Enter')
    await toast('Plan changed').getByText('You are on Basic now.').waitFor()
    await page.getByText('Upgraded to Basic').waitFor()
  })

  it('that is larger enables Go again at once', async () => {
    await spend()
    await subscribe('basic')
    await page.goto('/image')
    await pressGo(page, 'no longer too many')
    await page.waitForURL('**/project/**')
    await page.locator('[data-image][data-status=completed]').nth(3).waitFor()
  })

  it('is upgraded at once and downgraded at the end of the month, which can be undone', async () => {
    await subscribe('basic')
    await page.goto('/billing-portal')
    await page.getByRole('radio', { name: /^Basic/ }).focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.getByRole('radio', { name: /^Pro/ }).isChecked()).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByText('Upgraded to Pro').waitFor()
    await page.getByRole('radio', { name: /^Basic/ }).check()
    await button('Change to Basic').click()
    await page.getByText('Downgraded to Basic').waitFor()
    await page.getByText(/^Your plan Pro until .*, then Basic$/).waitFor()
    await page.getByRole('radio', { name: /^Pro/ }).check()
    await button('Keep Pro').click()
    await page.getByText('Kept Pro').waitFor()
    await page.getByText(/^Your plan Pro$/).waitFor()
  })

  it('is canceled, and keeps its events in its history, also on the account page', async () => {
    for (const plan of ['basic', 'pro', 'basic', 'pro'] as const) await subscribe(plan)
    await page.goto('/billing-portal')
    await page.getByRole('radio', { name: /^Free/ }).check()
    await button('Change to Free').click()
    await page.getByText('Cancelled: back to Free').waitFor()
    await page.goto('/manage-account?tab=billing')
    await page.getByText(/^Your plan Pro until .*, then Free$/).waitFor()
    const history = page.getByRole('region', { name: 'History' }).getByRole('listitem')
    await history.first().waitFor()
    const kinds = (await history.allTextContents()).map((text) => text.replace(/\d.*$/, '').trim())
    expect(kinds).toEqual([
      'Cancelled: back to Free',
      'Kept Pro',
      'Downgraded to Basic',
      'Upgraded to Pro',
      'Upgraded to Basic',
    ])
  })

  it('is shown and changed on a phone', async () => {
    await context.close()
    await openAccount({ screen: phone })
    await spend()
    await subscribe('pro')
    await page.goto('/usage')
    await page
      .getByRole('cell', { name: /^Paid: the image is there/ })
      .first()
      .waitFor()
    await expectNoViolations(page)
    await page.goto('/billing-portal?plan=basic')
    await page.getByRole('button', { name: 'Change to Basic' }).tap()
    await page.getByText('Downgraded to Basic').first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.viewport.width)
  })
})
