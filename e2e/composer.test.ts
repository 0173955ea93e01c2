import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  attached,
  chip,
  chooseModel,
  connectModel,
  dialog,
  go,
  promptField,
  uploadPictures,
} from './support/composer.ts'
import { openComposerJourney, openFreshImagePage } from './support/composer-journey.ts'
import type { Journey } from './support/journey.ts'
import { desktop, newAccount, openPage, signUp } from './support/person.ts'

let journey: Journey
let app: Journey['app']
let browser: Journey['browser']
let context: Journey['context']
let page: Journey['page']
beforeAll(async () => {
  journey = await openComposerJourney()
  ;({ app, browser, context, page } = journey)
})
afterAll(() => journey.close())
beforeEach(() => openFreshImagePage(page))

describe('Go on the image page', () => {
  it('can be pressed when something is written, and says before why not, and then what it costs', async () => {
    await expect.poll(() => go(page).getAttribute('aria-description')).toBe('Please enter a prompt')
    await promptField(page).press('Control+Enter')
    await page.getByText('Please enter a prompt').first().waitFor()
    await promptField(page).fill('a fig tree')
    expect(await go(page).getAttribute('aria-disabled')).toBeNull()
    await expect.poll(() => go(page).getAttribute('aria-label')).toBe('Go, 4 images')
    await connectModel(page, 'ChatGPT Image')
    await page.reload()
    await chooseModel(page, 'ChatGPT Image')
    await expect.poll(() => go(page).getAttribute('aria-label')).toBe('Go, 4 images · 32.00 credits')
  })

  it('keeps everything where the server refuses, and does not make a lost request twice', async () => {
    await promptField(page).fill('a fig tree')
    const keys: (string | undefined)[] = []
    await page.route('**/api/generations', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      await route.abort()
    })
    await go(page).click()
    await page.getByText('Failed to generate images').waitFor()
    await go(page).click()
    await expect.poll(() => keys.length).toBe(2)
    expect(keys[0]).toBe(keys[1])
    await expect.poll(() => promptField(page).inputValue()).toBe('a fig tree')
  })
})

describe('a draft', () => {
  it('survives a reload with its text, its settings and what is attached', async () => {
    await promptField(page).fill('a fig tree')
    await chip(page, /^Resolution/).click()
    await uploadPictures(page, 'Image prompt', 'garden.png')
    await page.reload()
    await expect.poll(() => promptField(page).inputValue()).toBe('a fig tree')
    await page.getByRole('button', { name: 'Resolution: 2K' }).waitFor()
    await expect.poll(() => attached(page)).toEqual(['Prompt 1 garden.png'])
  })

  it('is nobody else’s', async () => {
    await promptField(page).fill('a secret garden')
    const other = await browser.newContext({ ...desktop, baseURL: app.url })
    await signUp(await openPage(other), app.url, newAccount('Noor'))
    const cookies = await other.cookies()
    const mine = await context.cookies()
    await context.clearCookies()
    await context.addCookies(cookies)
    await page.goto('/image')
    await expect.poll(() => promptField(page).inputValue()).toBe('')
    await context.clearCookies()
    await context.addCookies(mine)
    await page.goto('/image')
    await expect.poll(() => promptField(page).inputValue()).toBe('a secret garden')
    await other.close()
  })
})

describe('inspirations', () => {
  it('begin a prompt, and follow after a comma', async () => {
    await page.getByRole('button', { name: 'A fox in tall autumn grass, low sun, watercolour' }).click()
    await page.getByRole('button', { name: /^Pine ridges/ }).click()
    expect(await promptField(page).inputValue()).toBe(
      'A fox in tall autumn grass, low sun, watercolour, Pine ridges either side of a red sun, mist in the valley, risograph grain',
    )
    await expect
      .poll(() => page.getByRole('complementary', { name: 'Prompt Inspirations' }).getByRole('listitem').count())
      .toBe(7)
  })

  it('stay hidden once they are', async () => {
    await page.getByRole('button', { name: 'Hide Prompt Inspirations' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Show Prompt Inspirations' }).click()
    await page.getByRole('button', { name: /^Pine ridges/ }).waitFor()
  })
})

describe('prices in the model picker', () => {
  it('mark the models of which four images cost more than the person has', async () => {
    await page.route('**/api/credits', (route) =>
      route.fulfill({ json: { available: 1_000, held: 0, sources: [], plan: 'basic', usedPercent: 99 } }),
    )
    await page.reload()
    await page.getByRole('button', { name: /^Model:/ }).click()
    await page.getByRole('option', { name: /^ChatGPT Image Not connected.*More than you have/ }).waitFor()
    await expect.poll(() => page.getByRole('option', { name: /^Gemini AI.*More than you have/ }).count()).toBe(0)
    await page.keyboard.press('Escape')
  })
})

describe('a picture’s settings', () => {
  it('show the ratio to scale with its pixels, and take the one that is pressed', async () => {
    await chip(page, /^Resolution/).click()
    await chip(page, 'Aspect ratio: 2:3').click()
    const ratios = dialog(page, 'Select Aspect Ratio')
    await ratios.getByText('1664 × 2496 pixels at 2K').waitFor()
    await ratios.getByRole('radio', { name: /^16:9/ }).hover()
    await ratios.getByText('Video covers, desktops and presentations.').waitFor()
    await ratios.getByRole('radio', { name: /^16:9/ }).click()
    await ratios.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Aspect ratio: 16:9' }).waitFor()
  })

  it('stay at 1K on the free plan, and say why', async () => {
    const free = await browser.newContext({ ...desktop, baseURL: app.url })
    const other = await openPage(free)
    await signUp(other, app.url, newAccount('Bea'))
    await other.goto('/image')
    await expect
      .poll(() => chip(other, /^Resolution/).getAttribute('aria-description'))
      .toMatch(/^Free makes pictures of up to 1024 × 1024 pixels/)
    await chip(other, /^Resolution/).click({ force: true })
    await other.getByRole('button', { name: 'Resolution: 1K' }).waitFor()
    await free.close()
  })

  it('go round the resolutions, and take raw where the model has it', async () => {
    for (const next of ['2K', '4K', '1K']) {
      await chip(page, /^Resolution/).click()
      await page.getByRole('button', { name: `Resolution: ${next}` }).waitFor()
    }
    await expect.poll(() => chip(page, 'Raw').getAttribute('aria-description')).toBe('Sketch has no raw mode.')
    await connectModel(page, 'Flux 1.1 Pro')
    await page.reload()
    await chooseModel(page, 'Flux 1.1 Pro')
    await chip(page, 'Raw').click()
    await expect.poll(() => chip(page, 'Raw').getAttribute('aria-pressed')).toBe('true')
  })
})

describe('the model picker', () => {
  it('opens on the model that is chosen', async () => {
    await page.getByRole('button', { name: /^Model:/ }).click()
    await page.getByRole('option', { name: /^Sketch/, selected: true }).waitFor({ timeout: 5_000 })
    await page.keyboard.press('Escape')
  })

  it('opens while the pointer is there, and closes 200 ms after it has left', async () => {
    await page.getByRole('button', { name: /^Model:/ }).hover()
    const models = page.getByRole('listbox', { name: 'Choose a model' })
    await models.waitFor()
    await expect.poll(() => models.getByRole('option').count()).toBe(19)
    await expect.poll(() => models.getByRole('group').count()).toBe(8)
    await page.mouse.move(700, 200)
    await models.waitFor({ state: 'detached' })
  })

  it('says what a model needs that is not connected, and leads to the page that tells more', async () => {
    await page.getByRole('button', { name: /^Model:/ }).click()
    await page.getByRole('option', { name: /^Runway Gen-4/ }).click({ force: true })
    await page.getByRole('link', { name: 'How to connect models' }).last().click()
    await page.waitForURL(/\/connect-models$/)
    await page.getByText('RUNWAYML_API_SECRET').waitFor()
    await expect.poll(() => page.getByRole('heading', { level: 2 }).count()).toBe(8)
  })
})

describe('the rail', () => {
  it('shows after 700 ms what a project began with, and opens it', async () => {
    const thumbnail = page.getByRole('link', { name: 'pears on a sill' })
    await thumbnail.hover()
    await page
      .getByText(new Date().toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric' }))
      .waitFor()
    await thumbnail.click()
    await page.waitForURL(/\/project\//)
  })
})

it('broke no script on the way', () => expect(page.errors).toEqual([]))
