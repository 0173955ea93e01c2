import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { coveringPart, farPictureRects } from '#domain/layout/picture-box.ts'
import { boardOf } from './support/board-of.ts'
import { allEnded, drag, generate, type Made, storedCards } from './support/canvas.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { desktop, newAccount } from './support/person.ts'

let journey: Journey
let app: Journey['app']
let context: Journey['context']
let page: Journey['page']
/**
 * The first card of the project; `lower` is above it in z order, 60 pixels to the right and down, and `upper` as far
 * on.
 */
let first: Made
let lower: Made
let upper: Made
/** A branch of the first, below it. */
let child: Made

beforeAll(async () => {
  journey = await openJourney({ account: newAccount('Fay'), screen: { ...desktop, colorScheme: 'dark' } })
  ;({ app, context, page } = journey)
  first = await generate(context, app.url, { prompt: 'A still lake between pine hills' })
  const { projectId } = first
  await allEnded(context, app.url, projectId)
  const beside = (canvasX: number) => ({ projectId, canvasX, canvasY: 12_000 })
  lower = await generate(context, app.url, { prompt: 'A lighthouse in a storm', ...beside(10_000) })
  upper = await generate(context, app.url, { prompt: 'A red boat', ...beside(11_000) })
  const below = { projectId, parentGenerationId: first.id, canvasX: 10_000, canvasY: 11_200 }
  child = await generate(context, app.url, { prompt: 'The lake at night', branchKind: 'remix', ...below })
  await allEnded(context, app.url, projectId)
  await place(lower, 10_060, 10_060)
  await place(upper, 10_120, 10_120)
}, 120_000)
afterAll(() => journey.close())

/** Puts a card onto others, where dragging could not. */
async function place({ id }: Made, canvasX: number, canvasY: number): Promise<void> {
  const reply = await context.request.patch(`/api/generations/${id}`, {
    headers: { origin: app.url },
    data: { canvasX, canvasY },
  })
  expect(reply.status()).toBe(200)
}

/** Opens the project with the board's point 10000:10000 at 300:200 of the screen, and waits until all is painted. */
async function openAt(zoom: number): Promise<void> {
  await page.goto('about:blank')
  // The previous page still saves its own view.
  await page.waitForTimeout(500)
  const data = { zoomLevel: zoom, panX: 300 - 10_000 * zoom, panY: 200 - 10_000 * zoom, lastViewedGenerationId: null }
  const reply = await context.request.put(`/api/projects/${first.projectId}/canvas-state`, {
    headers: { origin: app.url },
    data,
  })
  expect(reply.ok()).toBe(true)
  await page.mouse.move(1_200, 700)
  await page.goto(`/project/${first.projectId}`)
  await painted()
}

const painted = async () => {
  await page.locator('.canvas-tiles canvas').first().waitFor({ state: 'attached' })
  await page.locator('.canvas-tiles:not([data-incomplete])').waitFor({ state: 'attached' })
  await page.waitForTimeout(300)
}

const onScreen = (board: { x: number; y: number }, zoom: number) => ({
  x: 300 + (board.x - 10_000) * zoom,
  y: 200 + (board.y - 10_000) * zoom,
})

type Box = { x: number; y: number; width: number; height: number }

/** The mean color of a part of the screen. */
async function colorOf(clip: Box): Promise<number[]> {
  const { channels } = await sharp(await page.screenshot({ clip })).stats()
  return channels.slice(0, 3).map(({ mean }) => mean)
}

const isNear = (a: readonly number[], b: readonly number[], tolerance: number) =>
  a.every((value, place) => Math.abs(value - (b[place] ?? 0)) <= tolerance)

const mountedCards = () =>
  page.locator('[data-card]').evaluateAll((cards) => cards.map((card) => card.getAttribute('data-card')))

const ofStored = async ({ id }: Made) => {
  const card = (await storedCards(context, app.url, first.projectId)).find((each) => each.id === id)
  if (!card) throw new Error('The card is gone.')
  return card
}

describe('a zoomed-out board', () => {
  it('shows the pictures, not only their colors', async () => {
    const zoom = 0.3
    await openAt(zoom)
    expect(await mountedCards()).toEqual([])
    const [card] = (await boardOf(context, app.url).generations(first.projectId)).filter(({ id }) => id === upper.id)
    if (!card) throw new Error('The card is gone.')
    const boxes = farPictureRects({ x: 10_120, y: 10_120, isCollapsed: false }, card.images, 0)
    for (const [place, image] of card.images.entries()) {
      const box = boxes[place]
      if (!box) throw new Error('It has no place.')
      const { x, y } = onScreen(box, zoom)
      const clip = { x: x + 2, y: y + 2, width: box.width * zoom - 4, height: box.height * zoom - 4 }
      const average = [1, 3, 5].map((at) => Number.parseInt(image.averageColor?.slice(at, at + 2) ?? '', 16))
      // A part of it: the color of the whole is near.
      expect(isNear(await colorOf(clip), average, 48)).toBe(true)
      const { channels } = await sharp(await page.screenshot({ clip })).stats()
      expect(Math.max(...channels.slice(0, 3).map(({ stdev }) => stdev))).toBeGreaterThan(4)
    }
  })

  it('shows the best picture of a card the largest, over its whole height', async () => {
    const zoom = 0.3
    const [card] = (await boardOf(context, app.url).generations(first.projectId)).filter(({ id }) => id === upper.id)
    const best = card?.images[2]
    if (!best) throw new Error('The card is gone.')
    const headers = { origin: app.url }
    const star = (method: 'put' | 'delete') =>
      context.request[method](`/api/images/${best.id}/feedback/star`, { headers })
    expect((await star('put')).ok()).toBe(true)
    await openAt(zoom)
    const rect = farPictureRects({ x: 10_120, y: 10_120, isCollapsed: false }, card.images, 2)[2]
    if (!rect) throw new Error('It has no place.')
    expect(rect).toMatchObject({ width: 400, height: 340 })
    const { x, y } = onScreen(rect, zoom)
    const clip = { x: x + 2, y: y + 2, width: rect.width * zoom - 4, height: rect.height * zoom - 4 }
    const file = await context.request.get(`${best.imageUrl}?size=256`)
    const shown = sharp(await page.screenshot({ clip })).removeAlpha()
    const whole = sharp(await file.body()).removeAlpha()
    const { width = 1, height = 1 } = await whole.metadata()
    const part = coveringPart({ width, height }, rect)
    const stored = whole.extract({
      left: Math.round(part.x),
      top: Math.round(part.y),
      width: Math.floor(part.width),
      height: Math.floor(part.height),
    })
    const [seen, kept] = await Promise.all(
      [shown, stored].map((each) => each.resize(8, 8, { fit: 'fill' }).raw().toBuffer()),
    )
    const difference = kept?.map((value, at) => Math.abs(value - (seen?.[at] ?? 0))) ?? []
    expect(Math.max(...difference)).toBeLessThan(40)
    expect((await star('delete')).ok()).toBe(true)
  })

  it('is as sharp as the same board after a reload', async () => {
    await openAt(0.3)
    const clip = { x: 300, y: 200, width: 280, height: 140 }
    const fresh = await page.screenshot({ clip })
    await page.mouse.move(440, 600)
    for (const deltaY of [-120, -120, 120, 120]) await page.mouse.wheel(0, deltaY)
    await page.mouse.move(1_200, 700)
    await painted()
    const [now, before] = await Promise.all(
      [await page.screenshot({ clip }), fresh].map((png) => sharp(png).removeAlpha().raw().toBuffer()),
    )
    const differences = Array.from(now ?? [], (value, at) => Math.abs(value - (before?.[at] ?? 0)))
    expect(differences.reduce((sum, each) => sum + each, 0) / differences.length).toBeLessThan(1.5)
  })

  it('keeps the point under the pointer while elements change to raster tiles and back', async () => {
    await openAt(0.6)
    await page.locator(`[data-card="${first.id}"]`).waitFor()
    const pointer = onScreen({ x: 10_002, y: 10_002 }, 0.6)
    await page.mouse.move(pointer.x, pointer.y)
    for (let turn = 0; turn < 5; turn++) await page.mouse.wheel(0, 120)
    await painted()
    expect(await mountedCards()).toEqual([])
    // The corner of the lowest card is still visible: left of it is the background, right of it the card.
    const corner = { width: 6, height: 6 }
    const ground = await colorOf({ x: pointer.x - 12, y: pointer.y + 20, ...corner })
    const panel = await colorOf({ x: pointer.x + 4, y: pointer.y + 20, ...corner })
    expect(isNear(ground, panel, 1)).toBe(false)
    for (let turn = 0; turn < 5; turn++) await page.mouse.wheel(0, -120)
    await page.waitForTimeout(600)
    const box = await page.locator(`[data-card="${first.id}"]`).boundingBox()
    expect(Math.abs((box?.x ?? 0) - 300)).toBeLessThan(2)
    expect(Math.abs((box?.y ?? 0) - 200)).toBeLessThan(2)
  })

  it('gives a card under the pointer its buttons', async () => {
    const zoom = 0.3
    await openAt(zoom)
    const { x, y } = onScreen({ x: 10_890, y: 10_300 }, zoom)
    await page.mouse.move(x, y, { steps: 3 })
    const card = page.locator(`[data-card="${upper.id}"]`)
    await card.getByRole('button', { name: 'Create branch' }).waitFor()
    await page.mouse.move(1_200, 700, { steps: 3 })
    await card.waitFor({ state: 'detached' })
  })

  it('selects the visible one of overlapping cards', async () => {
    const zoom = 0.3
    await openAt(zoom)
    const at = async (board: { x: number; y: number }) => {
      const { x, y } = onScreen(board, zoom)
      // The card under the pointer is above all others, so the pointer leaves it first.
      await page.mouse.move(1_200, 700, { steps: 3 })
      await expect.poll(mountedCards).toEqual([])
      await page.mouse.move(x, y, { steps: 3 })
      await expect.poll(async () => (await mountedCards()).length).toBe(1)
      return mountedCards()
    }
    expect(await at({ x: 10_030, y: 10_200 })).toEqual([first.id])
    expect(await at({ x: 10_090, y: 10_200 })).toEqual([lower.id])
    expect(await at({ x: 10_400, y: 10_250 })).toEqual([upper.id])
  })

  it('lets a card be dragged, and stores its new place', async () => {
    const zoom = 0.3
    await openAt(zoom)
    const from = onScreen({ x: 10_890, y: 10_440 }, zoom)
    await drag(page, from, { x: 300, y: 150 })
    await page.getByText(/^Saved/).waitFor()
    await expect
      .poll(async () => {
        const { canvasX, canvasY } = await ofStored(upper)
        return { x: Math.round(canvasX), y: Math.round(canvasY) }
      })
      .toEqual({ x: 11_120, y: 10_620 })
    expect(page.errors).toEqual([])
  })

  it('dims cards outside the search result', async () => {
    const zoom = 0.3
    await openAt(zoom)
    const inside = onScreen({ x: 11_120 + 780, y: 10_620 + 20 }, zoom)
    const clip = { x: inside.x - 4, y: inside.y, width: 6, height: 6 }
    const before = await colorOf(clip)
    await page.keyboard.press('ControlOrMeta+f')
    await page.getByLabel('Find by prompt or model').fill('nothing like it')
    await page.waitForTimeout(800)
    expect(isNear(await colorOf(clip), before, 1)).toBe(false)
    await page.keyboard.press('Escape')
    await page.waitForTimeout(800)
    expect(isNear(await colorOf(clip), before, 1)).toBe(true)
  })
})

describe('a branch line near the pointer', () => {
  it('stays below the cards and marks those it joins, on hover and on focus', async () => {
    const zoom = 0.6
    await openAt(zoom)
    const line = page.locator(`[data-connector="${first.id}:${child.id}"]`)
    const lit = page.locator(`[data-connector="${first.id}:${child.id}"][data-state="hovered"]`)
    const joined = () =>
      page.locator('[data-joined]').evaluateAll((cards) => cards.map((card) => card.getAttribute('data-card')))
    await line.waitFor({ state: 'attached' })
    await expect.poll(() => lit.count()).toBe(0)
    // Beside the line by less than a finger's breadth.
    const { x, y } = onScreen({ x: 10_400, y: 10_800 }, zoom)
    await page.mouse.move(x + 3, y)
    await lit.waitFor({ state: 'attached' })
    expect((await joined()).sort()).toEqual([first.id, child.id].sort())
    await page.mouse.move(1_200, 700)
    await lit.waitFor({ state: 'detached' })
    await line.focus()
    await lit.waitFor({ state: 'attached' })
    expect((await joined()).sort()).toEqual([first.id, child.id].sort())
    await expect.poll(() => line.getAttribute('tabindex')).toBe('-1')
  })
})
