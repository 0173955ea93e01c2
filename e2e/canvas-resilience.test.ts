import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/generation.ts'
import { boardOf } from './support/board-of.ts'
import { barText } from './support/branch-panel.ts'
import { fitBoard } from './support/canvas.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { chooseCard } from './support/lake-board.ts'
import { desktop, newAccount, openPage, signIn } from './support/person.ts'

const account = newAccount('Ada')
let journey: Journey
let root: GenerationShape
beforeAll(async () => {
  journey = await openJourney({ account })
  root = await boardOf(journey.context, journey.app.url).make({ prompt: 'a lake', model: 'Sketch', aspectRatio: '1:1' })
})
afterAll(() => journey.close())

/** A new browser context of the same person, prepared before its first page. */
async function another(prepare: (context: BrowserContext) => Promise<unknown>) {
  const context = await journey.browser.newContext({ ...desktop, baseURL: journey.app.url })
  await prepare(context)
  const page = await openPage(context)
  await signIn(page, journey.app.url, account)
  await page.goto(`/project/${root.projectId}`)
  return { context, page }
}

/** Has the canvas opened at a zoom, its card near the top left. */
async function lookFrom(zoomLevel: number): Promise<void> {
  const data = { zoomLevel, panX: 300 - root.canvasX * zoomLevel, panY: 200 - root.canvasY * zoomLevel }
  const reply = await journey.context.request.put(`/api/projects/${root.projectId}/canvas-state`, {
    headers: { origin: journey.app.url },
    data: { ...data, lastViewedGenerationId: null },
  })
  expect(reply.ok()).toBe(true)
}

describe('a canvas', () => {
  beforeEach(() => lookFrom(0.2))

  it('is painted by the page where its worker does not start', async () => {
    const { context, page } = await another((each) =>
      each.route(/\/assets\/painter-worker-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: '' })),
    )
    await page.locator('.canvas-tiles canvas').first().waitFor({ state: 'attached' })
    await page.locator('.canvas-tiles:not([data-incomplete])').waitFor({ state: 'attached' })
    expect(await page.locator('[data-card]').count()).toBe(0)
    expect(page.errors).toEqual([])
    await context.close()
  })

  it('shows a notice where nothing can paint it, and does not request frames without end', async () => {
    const { context, page } = await another((each) =>
      each.route(/\/assets\/(painter-worker|start-painter)-[^/]*\.js$/, (route) =>
        route.fulfill({ status: 404, body: '' }),
      ),
    )
    await page.locator('.toast').getByText('The overview can not be drawn').waitFor()
    const framesAsked = () =>
      page.evaluate(async () => {
        const asked = { count: 0 }
        const ask = window.requestAnimationFrame.bind(window)
        window.requestAnimationFrame = (callback) => {
          asked.count += 1
          return ask(callback)
        }
        // Twenty frames of the page's own clock.
        for (let frame = 0; frame < 20; frame++) await new Promise((resolve) => ask(resolve))
        window.requestAnimationFrame = ask
        return asked.count
      })
    await expect.poll(framesAsked).toBeLessThan(3)
    await context.close()
  })

  it('opens and works where browser storage is blocked', async () => {
    const { context, page } = await another((each) =>
      each.addInitScript(() => {
        for (const name of ['localStorage', 'sessionStorage'])
          Object.defineProperty(window, name, {
            get() {
              throw new DOMException('Access is denied for this document.', 'SecurityError')
            },
          })
      }),
    )
    await fitBoard(page)
    await chooseCard(page, root)
    await page.keyboard.press('c')
    await page.getByText(/^Saved/).waitFor()
    await page.keyboard.press('Control+z')
    await page.keyboard.press('n')
    await barText(page).fill('a heron')
    expect(page.errors).toEqual([])
    await context.close()
  })
})

describe('announcements', () => {
  beforeEach(() => lookFrom(0.8))

  it('reach screen readers also from within a dialog', async () => {
    const { context, page } = await another(async () => undefined)
    await fitBoard(page)
    await chooseCard(page, root)
    await page.keyboard.press('c')
    await page.keyboard.press('Control+z')
    const region = page.locator('body > [role=status].sr-only')
    await expect.poll(() => region.textContent()).toMatch(/^Undone/)
    await page.keyboard.press('k')
    await page.getByRole('dialog', { name: 'Cull' }).getByText('1 of 4').waitFor()
    await page.keyboard.press('1')
    await expect.poll(() => region.textContent()).toBe('Like, image 1')
    expect(await region.evaluate((it) => it.closest('[aria-hidden="true"], [inert]') === null)).toBe(true)
    await context.close()
  })
})
