import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sharedApp } from './support/app-process.ts'
import { boardOf } from './support/board-of.ts'
import { attached, chip, dialog, go, pictureFile, promptField } from './support/composer.ts'
import { sharedBrowser } from './support/journey.ts'
import { desktop, expectFocused, newAccount, openPage, phone, signUp } from './support/person.ts'

let browser: Browser
const app = sharedApp()
beforeAll(async () => {
  browser = await sharedBrowser()
})

/** Opens the image page of somebody who has made one card. */
async function openAs(firstName: string, device: typeof desktop | typeof phone) {
  const context: BrowserContext = await browser.newContext({ ...device, baseURL: app.url })
  const page = await openPage(context)
  await signUp(page, app.url, newAccount(firstName))
  await boardOf(context, app.url).make({ prompt: 'pears on a sill', model: 'Sketch', aspectRatio: '1:1' })
  return { context, page }
}

const isFocused = (page: Page, selector: string) =>
  page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)

describe('by keyboard alone', () => {
  let context: BrowserContext
  let page: Page & { readonly errors: string[] }
  beforeAll(async () => ({ context, page } = await openAs('Kay', desktop)))
  afterAll(() => context.close())
  beforeEach(async () => {
    // Each person's draft has a key of its own.
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith('draft ')) localStorage.removeItem(key)
    })
    await page.goto('/image')
    await promptField(page).waitFor()
  })
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const open = async (name: string | RegExp) => {
    await chip(page, name).focus()
    await press('Enter')
  }

  it('walks the prompts that were sent, and comes back to what was being written', async () => {
    for (const prompt of ['a fig tree', 'a walled garden']) {
      await promptField(page).fill(prompt)
      await expect.poll(() => go(page).getAttribute('aria-disabled')).toBeNull()
      await press('Control+Enter')
      await page.getByRole('button', { name: 'Generating...' }).waitFor()
      await page.waitForURL(/\/project\//)
      await page.goto('/image')
    }
    await promptField(page).fill('half a')
    const shown = async (key: string) => {
      await press(key)
      return promptField(page).inputValue()
    }
    expect(await shown('Alt+ArrowUp')).toBe('a walled garden')
    expect(await shown('Alt+ArrowUp')).toBe('a fig tree')
    expect(await shown('Alt+ArrowUp')).toBe('a fig tree')
    expect(await shown('Alt+ArrowDown')).toBe('a walled garden')
    expect(await shown('Alt+ArrowDown')).toBe('half a')
  })

  it('chooses a ratio with the arrows; the focus comes back to the chip', async () => {
    await open('Aspect ratio: 2:3')
    const ratios = dialog(page, 'Select Aspect Ratio')
    await ratios.waitFor()
    await expect.poll(() => isFocused(page, 'input[type=radio]:checked')).toBe(true)
    await press('ArrowRight')
    await ratios.getByText('Stories, short video and phone wallpapers.').waitFor()
    await press('Enter')
    await ratios.waitFor({ state: 'detached' })
    await expectFocused(chip(page, 'Aspect ratio: 9:16'))
  })

  it('finds a style, adds it and takes it off; the focus goes on to the text', async () => {
    await open('Style')
    await expect.poll(() => isFocused(page, '[type=search]')).toBe(true)
    await page.keyboard.type('pine block')
    await expect.poll(() => page.locator('.style-tile').count()).toBe(1)
    await press('Tab')
    await expect.poll(() => isFocused(page, '.style-tile')).toBe(true)
    await press('Enter', 'Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent ?? '')).toBe('Add Style')
    await press('Enter')
    await dialog(page, 'Style').waitFor({ state: 'detached' })
    expect(await attached(page)).toEqual(['Style 1 Pine Block'])
    await page.getByRole('button', { name: 'Remove Style 1' }).focus()
    await press('Enter')
    expect(await isFocused(page, 'textarea')).toBe(true)
  })

  it('walks the tabs and the grid of styles with the arrows', async () => {
    await open('Style')
    await dialog(page, 'Style').getByRole('tab', { name: 'Community' }).focus()
    await press('ArrowRight')
    await expect.poll(() => page.getByRole('tab', { name: 'Krea' }).getAttribute('aria-selected')).toBe('true')
    await page.locator('.style-tile[tabindex="0"]').focus()
    await press('ArrowRight', 'ArrowDown', 'ArrowUp', 'Enter')
    await expect.poll(() => page.locator('.style-tile').nth(2).getAttribute('aria-pressed')).toBe('true')
    await press('Escape')
    await expectFocused(chip(page, 'Style'))
  })

  it('attaches one of the images made last', async () => {
    await open('Image prompt')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent ?? '')).toBe('Upload')
    await page
      .getByRole('button', { name: /^Attach “/ })
      .nth(1)
      .waitFor()
    await press('Tab', 'Tab', 'ArrowRight', 'Enter')
    await expect.poll(() => attached(page).catch(() => [])).toEqual([expect.stringMatching(/^Prompt 1 a /)])
  })

  it('picks a model by typing', async () => {
    await page.getByRole('button', { name: /^Model:/ }).focus()
    await press('Enter')
    await page.getByRole('combobox').waitFor()
    await page.keyboard.type('sketch')
    await press('Enter')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
  })

  it('broke no script on the way', () => expect(page.errors).toEqual([]))
})

describe('by touch', () => {
  let context: BrowserContext
  let page: Page & { readonly errors: string[] }
  beforeAll(async () => ({ context, page } = await openAs('Tao', phone)))
  afterAll(() => context.close())
  beforeEach(async () => {
    await page.goto('/image')
    await promptField(page).waitFor()
  })

  /** At the bottom of the phone, as wide as it. */
  const isSheet = async (name: string) => {
    const box = await dialog(page, name).boundingBox()
    return box && [box.x, box.width, Math.round(box.y + box.height)]
  }

  it('opens each dialog as a sheet from the bottom', async () => {
    for (const [button, name] of [
      ['Style', 'Style'],
      ['Image prompt', 'Image prompt'],
      [/^Aspect ratio/, 'Select Aspect Ratio'],
      ['Inspirations', 'Prompt Inspirations'],
    ] as const) {
      await page.getByRole('button', { name: button, exact: true }).tap()
      await expect.poll(() => isSheet(name)).toEqual([0, 390, 844])
      await dialog(page, name).getByRole('button', { name: 'Close' }).tap()
      await dialog(page, name).waitFor({ state: 'detached' })
    }
  })

  it('adds a style, a picture and an inspiration, and goes', async () => {
    await chip(page, 'Style').tap()
    await page.getByRole('button', { name: /^Pine Block/ }).tap()
    await page.getByRole('button', { name: 'Add Style' }).tap()
    await chip(page, 'Image prompt').tap()
    await page.locator('input[type=file]').setInputFiles([await pictureFile('wall.png')])
    await dialog(page, 'Image prompt').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Inspirations' }).tap()
    await page.getByRole('button', { name: /^A small cabin/ }).tap()
    await expect.poll(() => promptField(page).inputValue()).toMatch(/^A small cabin/)
    expect(await attached(page)).toEqual(['Style 1 Pine Block', 'Prompt 1 wall.png'])
    await chip(page, /^Aspect ratio/).tap()
    await page.getByRole('radio', { name: /^1:1/ }).tap()
    await page.getByRole('button', { name: 'Done' }).tap()
    await go(page).tap()
    await page.waitForURL(/\/project\//)
  })

  it('shows why a chip can not be pressed', async () => {
    await expect.poll(() => chip(page, 'Raw').getAttribute('aria-description')).toBe('Sketch has no raw mode.')
    await chip(page, 'Raw').tap({ force: true })
    await page.getByText('Sketch has no raw mode.').waitFor()
  })

  it('lists the models in a sheet, and says what one needs', async () => {
    await page.getByRole('button', { name: /^Model:/ }).tap()
    await page.getByRole('option', { name: /^Nano Banana/ }).tap({ force: true })
    await page.getByRole('dialog').getByRole('link', { name: 'How to connect models' }).tap()
    await page.waitForURL(/\/connect-models$/)
  })

  it('never scrolls sideways', async () => {
    for (const path of ['/image', '/connect-models']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    }
  })

  it('broke no script on the way', () => expect(page.errors).toEqual([]))
})
