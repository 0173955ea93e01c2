import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp } from './support/app-process.ts'
import { sharedBrowser } from './support/journey.ts'
import { desktop, expectNoViolations, newAccount, openPage, phone, signUp } from './support/person.ts'

let browser: Browser
const app = sharedApp()
beforeAll(async () => {
  browser = await sharedBrowser()
})

/** A visitor's page; what breaks on it fails the test. */
async function visit(path: string, options: Parameters<Browser['newContext']>[0] = desktop) {
  const context = await browser.newContext({ ...options, baseURL: app.url })
  const page = await openPage(context)
  await page.goto(path)
  return { context, page, leave: () => context.close() }
}

describe('the first page for a visitor', () => {
  it('offers an account and the sign-in, and says what one gets', async () => {
    const { page, leave } = await visit('/')
    await page.getByRole('link', { name: 'Get Started Free' }).waitFor()
    for (const name of ['Lightning Fast', 'Unlimited Creativity', 'Professional Quality'])
      await expect.poll(() => page.getByRole('heading', { name }).count()).toBe(1)
    await expect.poll(() => page.getByText('250 free tokens').count()).toBe(1)
    await page.getByRole('link', { name: 'Start Creating Now' }).click()
    await page.waitForURL('**/signup')
    await page.goBack()
    await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
    await page.waitForURL('**/login')
    expect(page.errors).toEqual([])
    await leave()
  })

  it('tells search engines and tabs what it is', async () => {
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
    const { page, leave } = await visit('/')
    // The page itself, which has taken the place of its first screen.
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

  it('stands still for people who asked for less motion', async () => {
    const { page, leave } = await visit('/', { ...desktop, reducedMotion: 'reduce' })
    await page.getByRole('button', { name: 'Move the background' }).waitFor()
    await page.waitForTimeout(3_000)
    await expect.poll(() => page.locator('.grove .canvas').count()).toBe(0)
    await leave()
  })

  it.each(['dark', 'light'] as const)('has no barriers on a phone in the %s theme', async (colorScheme) => {
    const { page, leave } = await visit('/', { ...phone, colorScheme, reducedMotion: 'reduce' })
    await page.getByRole('link', { name: 'Get Started Free' }).waitFor()
    await expectNoViolations(page)
    await page.goto('/pricing')
    await page.getByRole('link', { name: 'Choose Pro' }).waitFor()
    await expectNoViolations(page)
    await leave()
  })
})

describe('the first page for somebody signed in', () => {
  let context: BrowserContext
  beforeAll(async () => {
    context = await browser.newContext({ ...desktop, baseURL: app.url })
    await signUp(await context.newPage(), app.url, newAccount('Iris'))
  })
  afterAll(() => context.close())

  it('leads to the prompt, and asks for no account', async () => {
    const page = await openPage(context)
    await page.goto('/')
    await page.getByRole('button', { name: 'Account' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Start Creating Now' }).count()).toBe(0)
    await expect.poll(() => page.getByRole('link', { name: 'Get Started Free' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Start Creating' }).click()
    await page.waitForURL('**/image')
    expect(page.errors).toEqual([])
    await page.close()
  })
})

describe('the plans', () => {
  it('are shown to a visitor with prices, former prices and what is in them', async () => {
    const { page, leave } = await visit('/pricing')
    const pro = page.getByRole('region', { name: 'Pro Popular' })
    await pro.waitFor()
    for (const part of ['28', '$30', '~60,000 Pro+ images', '~200,000 real-time images', '~300 enhanced images'])
      expect(await pro.getByText(part, { exact: false }).count()).toBeGreaterThan(0)
    await expect.poll(() => pro.getByText('20 training slots').count()).toBe(1)
    await expect.poll(() => page.getByRole('button', { name: 'Current plan' }).isDisabled()).toBe(true)
    await expect.poll(() => page.getByText('Purchased extra units are valid 90 days.').count()).toBe(1)
    await pro.getByRole('link', { name: 'Choose Pro' }).click()
    await page.waitForURL('**/signup')
    expect(page.errors).toEqual([])
    await leave()
  })
})
