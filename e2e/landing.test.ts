import { expect, it } from 'vitest'
import { sharedApp } from './support/app-process.ts'
import { openScreen } from './support/journey.ts'
import { desktop } from './support/person.ts'

const app = sharedApp()

it('the landing page names itself to search engines, and moves the background from its still picture until it is paused', async () => {
  const { context, page } = await openScreen(app, { screen: { ...desktop, reducedMotion: 'no-preference' } })
  await page.goto('/')
  // The page itself, which has replaced its first screen.
  await page.getByRole('link', { name: 'Get Started Free' }).waitFor()
  const still = await page.locator('.grove-board .grove-card').first().boundingBox()
  expect(await page.title()).toBe('Espalier')
  await expect.poll(() => page.locator('title').count()).toBe(1)
  await expect.poll(() => page.locator('meta[name="description"]').getAttribute('content')).not.toBe('')
  await expect.poll(() => page.locator('link[rel="canonical"]').getAttribute('href')).toBe(`${app.url}/`)
  const robots = await page.request.get('/robots.txt')
  expect([robots.status(), (await robots.text()).split('\n')[0]]).toEqual([200, 'User-agent: *'])

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
  await context.close()
})
