import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedApp } from './support/app-process.ts'
import { sharedBrowser } from './support/journey.ts'
import { desktop, openPage } from './support/person.ts'

let browser: Browser
const app = sharedApp()
beforeAll(async () => {
  browser = await sharedBrowser()
})

/** A visitor's page; its errors fail the test. */
async function visit(path: string, options: Parameters<Browser['newContext']>[0] = desktop) {
  const context = await browser.newContext({ ...options, baseURL: app.url })
  const page = await openPage(context)
  await page.goto(path)
  return { context, page, leave: () => context.close() }
}

describe('the landing page', () => {
  it('has a title and a description for search engines and tabs', async () => {
    const { page, leave } = await visit('/')
    await page.getByRole('link', { name: 'Get Started Free' }).waitFor()
    expect(await page.title()).toBe('Espalier')
    await expect.poll(() => page.locator('title').count()).toBe(1)
    await expect.poll(() => page.locator('meta[name="description"]').getAttribute('content')).not.toBe('')
    await expect.poll(() => page.locator('link[rel="canonical"]').getAttribute('href')).toBe(`${app.url}/`)
    const robots = await page.request.get('/robots.txt')
    expect([robots.status(), (await robots.text()).split('\n')[0]]).toEqual([200, 'User-agent: *'])
    await leave()
  })

  it('moves its background on the product’s own canvas, exactly where the still picture was, until it is paused', async () => {
    const { page, leave } = await visit('/', { ...desktop, reducedMotion: 'no-preference' })
    // The page itself, which has replaced its first screen.
    await page.getByRole('link', { name: 'Get Started Free' }).waitFor()
    const first = page.locator('.grove-board .grove-card').first()
    const still = await first.boundingBox()
    const world = page.locator('.grove .canvas-world')
    await world.waitFor({ state: 'attached', timeout: 20_000 })
    const live = page.locator('.canvas-world .grove-card').first()
    await live.waitFor()
    const begun = await live.boundingBox()
    expect(Math.abs((begun?.x ?? 0) - (still?.x ?? 0))).toBeLessThan(30)
    const place = () => world.evaluate((element) => element.style.transform)
    const before = await place()
    await expect.poll(place).not.toBe(before)
    await page.getByRole('button', { name: 'Pause the background' }).click()
    const paused = await place()
    await page.waitForTimeout(400)
    expect(await place()).toBe(paused)
    await page.getByRole('button', { name: 'Move the background' }).click()
    await expect.poll(place).not.toBe(paused)
    expect(page.errors).toEqual([])
    await leave()
  })

  it('does not move for people who prefer reduced motion', async () => {
    const { page, leave } = await visit('/', { ...desktop, reducedMotion: 'reduce' })
    await page.getByRole('button', { name: 'Move the background' }).waitFor()
    await page.waitForTimeout(3_000)
    await expect.poll(() => page.locator('.grove .canvas').count()).toBe(0)
    await leave()
  })
})
