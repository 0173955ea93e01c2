import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boardOf } from './support/board-of.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { newAccount, pressGo, tileStatuses } from './support/person.ts'

let journey: Journey
let app: Journey['app']
let context: Journey['context']
let page: Journey['page']
let projectId: string
beforeAll(async () => {
  journey = await openJourney({ account: newAccount('Ada') })
  ;({ app, context, page } = journey)
  ;({ projectId } = await boardOf(context, app.url).make({ prompt: 'a quiet river' }))
})
afterAll(() => journey.close())

const settled = (count: number) =>
  expect
    .poll(
      async () => (await tileStatuses(page)).filter((status) => status !== 'queued' && status !== 'running').length,
      { timeout: 30_000 },
    )
    .toBe(count)
const card = () => page.locator('[data-card]').first()

describe('a card on the board', () => {
  it('has another try for a failed image, and is canceled while it is in work', async () => {
    await page.goto('/image')
    await pressGo(page, 'a slow river [[slow]]')
    await page.waitForURL(/\/project\//)
    await expect.poll(() => tileStatuses(page)).toContain('running')
    await card().hover()
    await page.getByRole('button', { name: 'Cancel generation' }).click()
    await settled(4)
    expect(await tileStatuses(page)).toEqual(Array(4).fill('cancelled'))

    await page.goto('/image')
    await pressGo(page, 'a lighthouse [[refuse:2]]')
    await page.waitForURL(/\/project\//)
    await settled(4)
    expect(await tileStatuses(page)).toEqual(['completed', 'completed', 'failed', 'completed'])
    await page.getByText('The model refused this prompt. Not charged.').waitFor()
    const retried = page.waitForResponse((response) => response.url().endsWith('/retry'))
    await page.getByRole('button', { name: 'Retry image 3' }).click()
    expect(((await (await retried).json()) as { attempt: number }).attempt).toBe(2)
    await settled(4)
  })
})

describe('the board of a page', () => {
  it('is requested once, before the application is loaded', async () => {
    const asked: string[] = []
    // Leaving the page may save its view once more.
    const note = (request: { method(): string; url(): string }) =>
      request.method() === 'GET' && asked.push(new URL(request.url()).pathname)
    page.on('request', note)
    await page.goto(`/project/${projectId}`)
    await card().waitFor()
    await page.waitForLoadState('networkidle')
    page.off('request', note)
    // Boards of other projects may be read for their running generations.
    const address = `/api/projects/${projectId}`
    for (const path of ['/api/auth/get-session', address, `${address}/board`, `${address}/canvas-state`])
      expect([path, asked.filter((other) => other === path)]).toEqual([path, [path]])
  })

  it('keeps a title that was being saved when the page was left, also where the old one was read meanwhile', async () => {
    const changes = '**/api/projects/*/changes'
    await page.goto(`/project/${projectId}`)
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
    await page.goto(`/project/${projectId}`)
    await card().waitFor()
    await expect.poll(openStreams).toBe(1)
    await show('hidden')
    await expect.poll(openStreams, { timeout: 10_000 }).toBe(0)
    const headers = { origin: app.url }
    await context.request.post('/api/generations', { headers, data: { prompt: 'made elsewhere', projectId } })
    await show('visible')
    await expect.poll(() => page.locator('[data-card]').count(), { timeout: 10_000 }).toBe(2)
    await settled(8)
  })
})

it('caused no script error in this file', () => expect(page.errors).toEqual([]))
