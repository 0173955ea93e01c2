import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppProcess, makeDataDir, paintsEveryPixel, sharedApp, startApp } from './support/app-process.ts'
import { openScreen, sharedBrowser } from './support/journey.ts'
import {
  desktop,
  newAccount,
  openPage,
  phone,
  pressGo,
  signIn,
  signOut,
  signUp,
  tileStatuses,
} from './support/person.ts'

/** Where the card is on the board, and the addresses of its pictures without their size. */
async function boardOf(page: Page) {
  await expect.poll(() => page.locator('[data-image] img').count()).toBe(4)
  return page.evaluate(() => ({
    card: [...document.querySelectorAll('[data-card]')].map((card) => card.getAttribute('data-card')),
    place: [...document.querySelectorAll('[data-card]')].map((card) => {
      const { x, y, width } = card.getBoundingClientRect()
      return [Math.round(x), Math.round(y), Math.round(width)]
    }),
    images: [...document.querySelectorAll('[data-image]')].map((tile) => tile.getAttribute('data-image')),
  }))
}

const slotSizes = (page: Page) =>
  page.locator('[data-image]').evaluateAll((tiles) =>
    tiles.map((tile) => {
      const { width, height } = (tile.firstElementChild ?? tile).getBoundingClientRect()
      return [Math.round(width), Math.round(height)]
    }),
  )

describe("a new user's first picture on a desktop", () => {
  const maya = newAccount('Maya')
  let dataDir: Awaited<ReturnType<typeof makeDataDir>>
  let app: AppProcess
  let browser: Browser
  let context: BrowserContext
  let page: Awaited<ReturnType<typeof openPage>>
  let projectUrl = ''
  let board: Awaited<ReturnType<typeof boardOf>>
  beforeAll(async () => {
    dataDir = await makeDataDir()
    // Every pixel once; what comes after the restart is small.
    app = await startApp(dataDir.path, paintsEveryPixel)
    browser = await sharedBrowser()
    context = await browser.newContext({ ...desktop, baseURL: app.url })
    page = await openPage(context)
  })
  afterAll(async () => {
    await context.close()
    await app.stop()
    await dataDir.remove()
  })

  it('shows Generating..., and 1.5 s later the project with four image slots of their final size', async () => {
    await signUp(page, app.url, maya)
    await page.getByText('Account created!').waitFor()
    await page.goto('/image')
    await page.getByPlaceholder('Describe an image and click Go').fill('a red fox in the snow [[slow]]')
    const pressedAt = Date.now()
    await page.getByRole('button', { name: /^Go\b/ }).click()
    await page.getByRole('button', { name: 'Generating...' }).waitFor()
    await page.waitForURL(/\/project\/[0-9a-f-]{36}$/)
    expect(Date.now() - pressedAt).toBeGreaterThanOrEqual(1_400)
    projectUrl = page.url()
    await expect.poll(() => tileStatuses(page)).toHaveLength(4)
    const loading = await slotSizes(page)
    expect((await tileStatuses(page)).every((status) => status === 'queued' || status === 'running')).toBe(true)
    await page.evaluate(() => Object.assign(window, { neverReloaded: true }))
    await expect.poll(() => tileStatuses(page), { timeout: 40_000 }).toEqual(Array(4).fill('completed'))
    await page.getByText('Image generated successfully!').first().waitFor()
    board = await boardOf(page)
    expect(await slotSizes(page)).toEqual(loading)
    expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true)
  })

  it('is at the same place in another browser and after a reload; a second card of its project comes there live', async () => {
    const elsewhere = await browser.newContext({ ...desktop, baseURL: app.url })
    const other = await openPage(elsewhere)
    await signIn(other, app.url, maya)
    await other.goto(projectUrl)
    expect(await boardOf(other)).toEqual(board)
    await page.reload()
    expect(await boardOf(page)).toEqual(board)
    await page.goto(`/image?project=${projectUrl.split('/').at(-1)}`)
    await pressGo(page, 'an owl by moonlight [[refuse]]')
    await page.waitForURL(projectUrl)
    await expect.poll(() => other.locator('[data-card]').count()).toBe(2)
    expect(other.errors).toEqual([])
    await elsewhere.close()
  })

  it('is invisible to another user', async () => {
    const stranger = await openScreen(app, { account: newAccount('Noor') })
    await stranger.page.goto(projectUrl)
    await stranger.page.getByText('Oops! Page not found').waitFor()
    for (const id of board.images)
      expect((await stranger.context.request.get(`${app.url}/api/images/${id}/file`)).status()).toBe(404)
    await stranger.context.close()
  })

  it('is there after signing out, a restart of the server, and signing in again', async () => {
    await signOut(page)
    await page.waitForURL(`${app.url}/`)
    await page.goto(projectUrl)
    await page.waitForURL(/\/login/)
    expect(await app.stop()).toBe(0)
    app = await startApp(dataDir.path, { PORT: new URL(app.url).port })
    await signIn(page, app.url, maya)
    await page.goto(projectUrl)
    await expect.poll(() => page.locator('[data-image][data-status=completed] img').count()).toBe(4)
    const images = page.locator('[data-image][data-status=completed]')
    expect(await images.evaluateAll((all) => all.map((each) => each.getAttribute('data-image')))).toEqual(board.images)
    expect(page.errors).toEqual([])
  })
})

describe("a new user's first picture on a phone", () => {
  it('comes by itself, and is at the same place after a reload', async () => {
    const app = sharedApp()
    const { context, page } = await openScreen(app, { screen: phone })
    await signUp(page, app.url, newAccount('Maya'))
    await page.goto('/image')
    await pressGo(page, 'a red fox in the snow')
    await page.waitForURL(/\/project\/[0-9a-f-]{36}$/)
    const board = await boardOf(page)
    await page.reload()
    expect(await boardOf(page)).toEqual(board)
    expect(page.errors).toEqual([])
    await context.close()
  })
})
