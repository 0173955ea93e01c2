import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Journey, openJourney } from './support/journey.ts'
import { desktop, newAccount, openPage, pressGo, tileStatuses } from './support/person.ts'

let journey: Journey
let app: Journey['app']
let browser: Journey['browser']
let context: Journey['context']
let page: Journey['page']
beforeAll(async () => {
  journey = await openJourney({ account: newAccount('Ada') })
  ;({ app, browser, context, page } = journey)
})
afterAll(() => journey.close())

const settled = (count: number) =>
  expect
    .poll(
      async () => (await tileStatuses(page)).filter((status) => status !== 'queued' && status !== 'running').length,
      { timeout: 30_000 },
    )
    .toBe(count)
const box = async () => {
  const found = await page.locator('[data-card]').first().boundingBox()
  if (!found) throw new Error('There is no card in view.')
  return {
    x: Math.round(found.x),
    y: Math.round(found.y),
    width: Math.round(found.width),
    height: Math.round(found.height),
  }
}
/** The files of the pictures on the page, without their size, once this many are decoded. */
async function pictures(count: number): Promise<string[]> {
  await expect.poll(() => page.locator('[data-image] img').count(), { timeout: 10_000 }).toBe(count)
  return page
    .locator('[data-image] img')
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src.split('?')[0] ?? ''))
}
const card = () => page.locator('[data-card]').first()

describe('a card on the board', () => {
  it('shows the reason in a failed image slot, with a Retry of its own', async () => {
    await page.goto('/image')
    await pressGo(page, 'a lighthouse [[refuse:2]]')
    await page.waitForURL(/\/project\//)
    await settled(4)
    expect(await tileStatuses(page)).toEqual(['completed', 'completed', 'failed', 'completed'])
    await page.getByText('The model refused this prompt. Not charged.').waitFor()
    const before = await pictures(3)
    const retried = page.waitForResponse((response) => response.url().endsWith('/retry'))
    await page.getByRole('button', { name: 'Retry image 3' }).click()
    expect(((await (await retried).json()) as { attempt: number }).attempt).toBe(2)
    await settled(4)
    expect(await pictures(3)).toEqual(before)
  })

  it('stays where it was dragged to', async () => {
    const before = await box()
    await page.mouse.move(before.x + 60, before.y + before.height - 20)
    await page.mouse.down()
    await page.mouse.move(before.x - 100, before.y + before.height + 60, { steps: 8 })
    const stored = page.waitForResponse((response) => response.url().endsWith('/changes'))
    await page.mouse.up()
    expect((await stored).status()).toBe(200)
    expect(await box()).toMatchObject({ x: before.x - 160, y: before.y + 80 })
    await page.reload()
    await card().waitFor()
    expect(await box()).toMatchObject({ x: before.x - 160, y: before.y + 80 })
  })

  it('can be collapsed and expanded, and stays so', async () => {
    await page.getByRole('button', { name: 'Collapse' }).click()
    await expect.poll(async () => (await box()).height).toBe(140)
    await expect.poll(() => page.locator('[data-image]').count()).toBe(0)
    await page.reload()
    await card().waitFor()
    expect((await box()).height).toBe(140)
    await page.getByRole('button', { name: 'Expand' }).click()
    await expect.poll(async () => (await box()).height).toBe(340)
  })

  it('moves to the trash after a confirmation, and is restored by Undo', async () => {
    const before = await box()
    await card().hover()
    await page.getByRole('button', { name: 'Delete generation' }).click()
    await page.getByText('Delete this generation and all its branches?').waitFor()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('Deleted 1 generation(s) and their branches').waitFor()
    await expect.poll(() => page.locator('[data-card]').count()).toBe(0)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => page.locator('[data-card]').count()).toBe(1)
    // The person's own Undo never moves the view: a recentring would have come by now.
    await page.waitForTimeout(700)
    expect(await box()).toEqual(before)
  })
})

describe('the view', () => {
  it('zooms about the pointer, and is restored by a reload', async () => {
    const before = await box()
    const pointer = { x: before.x + before.width / 2, y: before.y + 100 }
    await page.mouse.move(pointer.x, pointer.y)
    const saved = page.waitForResponse(
      (response) => response.url().endsWith('/canvas-state') && response.request().method() === 'PUT',
    )
    await page.mouse.wheel(0, 300)
    await expect.poll(async () => (await box()).width).toBe(Math.round(800 * Math.exp(-0.6)))
    const zoomed = await box()
    expect(Math.abs((pointer.y - zoomed.y) / zoomed.width - 100 / 800)).toBeLessThan(0.005)
    await saved
    await page.reload()
    await card().waitFor()
    expect(await box()).toEqual(zoomed)
    await page.getByRole('button', { name: 'Zoom to 100%' }).click()
    await expect.poll(async () => (await box()).width).toBe(800)
  })

  it('is requested once, before the application is loaded', async () => {
    const asked: string[] = []
    // Leaving the page may save its view once more.
    const note = (request: { method(): string; url(): string }) =>
      request.method() === 'GET' && asked.push(new URL(request.url()).pathname)
    page.on('request', note)
    await page.reload()
    await card().waitFor()
    await page.waitForLoadState('networkidle')
    page.off('request', note)
    for (const part of [/get-session$/, /\/board$/, /\/projects\/[^/]+$/, /canvas-state$/])
      expect(asked.filter((path) => path.startsWith('/api') && part.test(path))).toHaveLength(1)
  })

  it('pans by dragging the background', async () => {
    const before = await box()
    await page.mouse.move(30, 700)
    await page.mouse.down()
    await page.mouse.move(130, 650, { steps: 5 })
    await page.mouse.up()
    expect(await box()).toMatchObject({ x: before.x + 100, y: before.y - 50 })
  })
})

describe('a hidden tab', () => {
  const show = (state: 'visible' | 'hidden') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)

  it('closes its event stream, and catches up when it is shown again', async () => {
    const openStreams = async () => {
      const numbers = await (await context.request.get('/metrics')).text()
      return Number(/^espalier_event_streams (\d+)$/m.exec(numbers)?.[1])
    }
    expect(await openStreams()).toBe(1)
    await show('hidden')
    await expect.poll(openStreams, { timeout: 10_000 }).toBe(0)
    const projectId = page.url().split('/').at(-1)
    const headers = { origin: app.url }
    await context.request.post('/api/generations', { headers, data: { prompt: 'made elsewhere', projectId } })
    await show('visible')
    await expect.poll(() => page.locator('[data-card]').count(), { timeout: 10_000 }).toBe(2)
    await settled(8)
  })
})

describe('cancelling', () => {
  it('ends the pending images', async () => {
    await page.goto('/image')
    await pressGo(page, 'a slow river [[slow]]')
    await page.waitForURL(/\/project\//)
    await expect.poll(() => tileStatuses(page)).toContain('running')
    await card().hover()
    await page.getByRole('button', { name: 'Cancel generation' }).click()
    await settled(4)
    expect(await tileStatuses(page)).toEqual(Array(4).fill('cancelled'))
  })
})

describe('the rest of the pages', () => {
  it('renames a project by its title', async () => {
    await page.getByRole('button', { name: /^Rename/ }).click()
    await page.getByLabel('Project title').fill('  River studies ')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Rename “River studies”' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Rename “River studies”' }).waitFor()
  })

  it('keeps a title that was being saved when the page was left, also where the old one was read meanwhile', async () => {
    const changes = '**/api/projects/*/changes'
    await page.route(changes, (route) => route.abort())
    await page.getByRole('button', { name: /^Rename/ }).click()
    await page.getByLabel('Project title').fill('Estuaries')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Rename “Estuaries”' }).waitFor()
    await page.unroute(changes)
    const delivered = page.waitForResponse(changes)
    await page.route(/\/api\/projects\/[^/?]+$/, async (route) => {
      const read = await route.fetch()
      await delivered
      await route.fulfill({ response: read })
    })
    // A read after the new title does not restore the old one.
    await page.route(/\/api\/projects\/[^/]+\/board/, async (route) => {
      await delivered
      await route.continue()
    })
    await page.reload()
    await page.getByRole('button', { name: 'Rename “Estuaries”' }).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
  })

  it('shows an error page for an unknown address', async () => {
    await page.goto('/nowhere')
    await page.getByText('Oops! Page not found').waitFor()
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await page.waitForURL(`${app.url}/`)
  })

  it('redirects a visitor to sign-in', async () => {
    const stranger = await browser.newContext({ ...desktop, baseURL: app.url })
    const other = await openPage(stranger)
    for (const path of ['/image', '/project', '/project/3d7b1f6e-0000-4000-8000-000000000000']) {
      await other.goto(path)
      await other.waitForURL(/\/login/)
    }
    await stranger.close()
  })

  it('caused no script error in this file', () => {
    expect(page.errors).toEqual([])
  })
})
