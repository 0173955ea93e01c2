import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppProcess, makeDataDir, makeEmptyDataDir, paintsEveryPixel, startApp } from './support/app-process.ts'
import {
  desktop,
  launchBrowser,
  newAccount,
  openPage,
  phone,
  pressGo,
  signIn,
  signOut,
  signUp,
  tileStatuses,
} from './support/person.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** Where the card is on the board, and the addresses of its pictures without their size. */
async function boardOf(page: Page): Promise<unknown> {
  await expect.poll(() => page.locator('[data-image] img').count(), { timeout: 20_000 }).toBe(4)
  return page.evaluate(() => ({
    card: [...document.querySelectorAll('[data-card]')].map((card) => card.getAttribute('data-card')),
    place: [...document.querySelectorAll('[data-card]')].map((card) => {
      const { x, y, width } = card.getBoundingClientRect()
      return [Math.round(x), Math.round(y), Math.round(width)]
    }),
    images: [...document.querySelectorAll('[data-image]')].map((tile) => tile.getAttribute('data-image')),
  }))
}

describe.each([
  // Every pixel once, from nothing as at a first start: on the phone the pictures are small and the database is there.
  [
    'a desktop',
    { ...desktop, reducedMotion: 'no-preference' as const },
    { settings: paintsEveryPixel, makeFolder: makeEmptyDataDir },
  ],
  ['a phone', phone, { settings: {}, makeFolder: makeDataDir }],
])("a new user's first picture on %s", (_, device, { settings, makeFolder }) => {
  const maya = newAccount('Maya')
  let dataDir: Awaited<ReturnType<typeof makeFolder>>
  let app: AppProcess
  let context: BrowserContext
  let page: Awaited<ReturnType<typeof openPage>>
  let projectUrl = ''
  let board: unknown
  beforeAll(async () => {
    dataDir = await makeFolder()
    app = await startApp(dataDir.path, settings)
    context = await browser.newContext({ ...device, baseURL: app.url })
    page = await openPage(context)
  })
  afterAll(async () => {
    await context.close()
    await app.stop()
    await dataDir.remove()
  })

  it('refuses a password of five characters in the browser', async () => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/sign-up/')) asked.push(request.url())
    })
    await page.goto('/signup')
    await page.getByLabel('First Name').fill('Maya')
    await page.getByLabel('Email').fill(maya.email)
    await page.getByLabel('Password', { exact: true }).fill('12345')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByText('Password must be at least 6 characters long').waitFor()
    await expect.poll(() => page.getByText('Invalid password').count()).toBe(1)
    expect(asked).toEqual([])
  })

  it('signs up and gets the front page', async () => {
    await signUp(page, app.url, maya)
    await page.getByText('Account created!').waitFor()
    await page.getByText('Welcome to our platform. Start creating amazing images now.').waitFor()
    await page.goto('/login')
    await page.waitForURL(`${app.url}/`)
  })

  it('shows Generating..., and 1.5 s later the project with four image slots of their final size', async () => {
    await page.goto('/image')
    await page.getByPlaceholder('Describe an image and click Go').fill('a red fox in the snow [[slow]]')
    const pressedAt = Date.now()
    await page.getByRole('button', { name: /^Go\b/ }).click()
    await page.getByRole('button', { name: 'Generating...' }).waitFor()
    await page.waitForURL(/\/project\/[0-9a-f-]{36}$/)
    expect(Date.now() - pressedAt).toBeGreaterThanOrEqual(1_400)
    projectUrl = page.url()
    await expect.poll(() => tileStatuses(page)).toHaveLength(4)
    const sizes = () =>
      page.locator('[data-image]').evaluateAll((tiles) =>
        tiles.map((tile) => {
          const { width, height } = (tile.firstElementChild ?? tile).getBoundingClientRect()
          return [Math.round(width), Math.round(height)]
        }),
      )
    const loading = await sizes()
    expect((await tileStatuses(page)).every((status) => status === 'queued' || status === 'running')).toBe(true)
    await page.evaluate(() => Object.assign(window, { neverReloaded: true }))
    await expect.poll(() => tileStatuses(page), { timeout: 40_000 }).toEqual(Array(4).fill('completed'))
    await page.getByText('Image generated successfully!').first().waitFor()
    board = await boardOf(page)
    expect(await sizes()).toEqual(loading)
    await expect.poll(() => page.evaluate(() => 'neverReloaded' in window)).toBe(true)
  })

  it('is at the same place after a reload, in a second tab, and in another browser', async () => {
    await page.reload()
    expect(await boardOf(page)).toEqual(board)
    const secondTab = await openPage(context)
    await secondTab.goto(projectUrl)
    expect(await boardOf(secondTab)).toEqual(board)
    await secondTab.close()
    const elsewhere = await browser.newContext(device)
    const other = await openPage(elsewhere)
    await signIn(other, app.url, maya)
    await other.goto(projectUrl)
    expect(await boardOf(other)).toEqual(board)
    await elsewhere.close()
  })

  // What the server keeps, and for whom, is the same for every device.
  if (device !== phone) {
    it('is there after signing out and in again', async () => {
      await page.goto('/image')
      await signOut(page)
      await page.waitForURL(`${app.url}/`)
      await page.goto(projectUrl)
      await page.waitForURL(/\/login/)
      await signIn(page, app.url, maya)
      await page.goto(projectUrl)
      expect(await boardOf(page)).toEqual(board)
    })

    it('is there after the server was restarted', async () => {
      expect(await app.stop()).toBe(0)
      // What comes after is small: the first picture has every pixel.
      app = await startApp(dataDir.path, { PORT: new URL(app.url).port })
      await page.goto(projectUrl)
      expect(await boardOf(page)).toEqual(board)
    })

    it('is invisible to another user', async () => {
      const stranger = await browser.newContext(device)
      const other = await openPage(stranger)
      await signUp(other, app.url, newAccount('Noor'))
      await other.goto(projectUrl)
      await other.getByText('Oops! Page not found').waitFor()
      await other.goto(`${app.url}/image`)
      await other.getByPlaceholder('Describe an image and click Go').waitFor()
      await expect.poll(() => other.getByText('a red fox').count()).toBe(0)
      const images = (board as { images: string[] }).images
      for (const id of images)
        expect((await stranger.request.get(`${app.url}/api/images/${id}/file`)).status()).toBe(404)
      await stranger.close()
    })

    it('gets a second card in the current project, live in another tab', async () => {
      const secondTab = await openPage(context)
      await secondTab.goto(projectUrl)
      await expect.poll(() => secondTab.locator('[data-card]').count()).toBe(1)
      await page.goto(`/image?project=${projectUrl.split('/').at(-1)}`)
      await pressGo(page, 'an owl by moonlight')
      await page.waitForURL(projectUrl)
      await expect.poll(() => secondTab.locator('[data-card]').count(), { timeout: 10_000 }).toBe(2)
      await secondTab.close()
    })
  }

  it('caused no script error in this file', () => {
    expect(page.errors).toEqual([])
  })
})
