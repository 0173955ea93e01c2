import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'

export type Made = { readonly id: string; readonly projectId: string }
type StoredCard = {
  readonly id: string
  readonly prompt: string
  readonly canvasX: number
  readonly canvasY: number
  readonly isCollapsed: boolean
  readonly parentImageId: string | null
  readonly branchKind: string | null
  readonly images: readonly { readonly id: string; readonly status: string; readonly feedback: readonly string[] }[]
}

/** Requests a generation by the API. */
export async function generate(context: BrowserContext, url: string, data: object): Promise<Made> {
  const reply = await context.request.post(`${url}/api/generations`, {
    headers: { origin: url },
    data: { model: 'Sketch', ...data },
  })
  expect(reply.status()).toBe(202)
  return (await reply.json()) as Made
}

/** A project's cards as the server has them. */
export async function storedCards(context: BrowserContext, url: string, projectId: string): Promise<StoredCard[]> {
  const reply = await context.request.get(`${url}/api/projects/${projectId}/generations`)
  return ((await reply.json()) as { items: StoredCard[] }).items
}

const maxWaitMs = 60_000

/** Waits until every image of a project has ended. */
export async function allEnded(context: BrowserContext, url: string, projectId: string): Promise<void> {
  const until = Date.now() + maxWaitMs
  for (;;) {
    const images = (await storedCards(context, url, projectId)).flatMap((card) => card.images)
    if (images.every(({ status }) => status !== 'queued' && status !== 'running')) return
    if (Date.now() > until) throw new Error('The images take too long.')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** The place of a card on the screen, in whole pixels; null where it is not in the page. */
export async function cardBox(page: Page, id: string) {
  const card = page.locator(`[data-card="${id}"]`)
  const box = (await card.count()) > 0 ? await card.boundingBox() : null
  return (
    box && { x: Math.round(box.x), y: Math.round(box.y), width: Math.round(box.width), height: Math.round(box.height) }
  )
}

/** A point on a card without a control. */
export async function grip(page: Page, id: string): Promise<{ x: number; y: number }> {
  // On a busy machine a card becomes an element some frames after the view has come to rest.
  await page.locator(`[data-card="${id}"]`).waitFor()
  const box = await cardBox(page, id)
  if (!box) throw new Error(`Card ${id} is not in view.`)
  return { x: box.x + 12, y: box.y + 8 }
}

/** The place of a point of the board on the screen, also on a painted card. */
export function onScreen(page: Page, point: { x: number; y: number }): Promise<{ x: number; y: number }> {
  return page.locator('.canvas-world').evaluate((world, { x, y }) => {
    const { a: zoom, e: panX, f: panY } = new DOMMatrix(getComputedStyle(world).transform)
    return { x: x * zoom + panX, y: y * zoom + panY }
  }, point)
}

export async function drag(page: Page, from: { x: number; y: number }, by: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 8 })
  await page.mouse.up()
}

/** Fits the whole board into the view and waits until it stands still. */
export async function fitBoard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Fit to view' }).click()
  await page.mouse.move(700, 30)
  await page.waitForTimeout(500)
}

export const selectedCards = (page: Page) =>
  page.locator('[data-card][data-selected]').evaluateAll((cards) => cards.map((card) => card.getAttribute('data-card')))

/** The cards on the page, including placeholder cards. */
export const cardsOn = (page: Page) => page.locator('[data-card], [data-awaited]')
