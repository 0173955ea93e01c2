import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import { coveringPart, farPictureRects } from '#domain/layout/picture-box.ts'
import { boardOf } from './support/board-of.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { desktop, newAccount } from './support/person.ts'

let journey: Journey
let app: Journey['app']
let context: Journey['context']
let page: Journey['page']
let card: GenerationShape
const zoom = 0.3

beforeAll(async () => {
  journey = await openJourney({ account: newAccount('Fay'), screen: { ...desktop, colorScheme: 'dark' } })
  ;({ app, context, page } = journey)
  card = await boardOf(context, app.url).make({ prompt: 'A red boat' })
})
afterAll(() => journey.close())

/** Opens the project with the corner of the card at 300:200 of the screen, and waits until all is painted. */
async function openFar(): Promise<void> {
  const { canvasX, canvasY } = card
  const data = {
    zoomLevel: zoom,
    panX: 300 - canvasX * zoom,
    panY: 200 - canvasY * zoom,
    lastViewedGenerationId: null,
  }
  const headers = { origin: app.url }
  const reply = await context.request.put(`/api/projects/${card.projectId}/canvas-state`, { headers, data })
  expect(reply.ok()).toBe(true)
  await page.mouse.move(1_200, 700)
  await page.goto(`/project/${card.projectId}`)
  await painted()
}

const painted = async () => {
  await page.locator('.canvas-tiles canvas').first().waitFor({ state: 'attached' })
  await page.locator('.canvas-tiles:not([data-incomplete])').waitFor({ state: 'attached' })
}

/** The inside of a picture of the card on the screen. */
const clipOf = ({ x, y, width, height }: Rect & Point) => ({
  x: 300 + (x - card.canvasX) * zoom + 2,
  y: 200 + (y - card.canvasY) * zoom + 2,
  width: width * zoom - 4,
  height: height * zoom - 4,
})

const pixelsOf = (picture: Sharp) => picture.resize(8, 8, { fit: 'fill' }).raw().toBuffer()
const meanDifference = (some: Buffer, others: Buffer) =>
  some.reduce((sum, value, at) => sum + Math.abs(value - (others[at] ?? 0)), 0) / some.length

/** What a clip of the screen would show of a stored picture. */
async function storedPart(imageUrl: string | null | undefined, rect: Rect): Promise<Buffer> {
  const file = await context.request.get(`${imageUrl}?size=256`)
  const whole = sharp(await file.body()).removeAlpha()
  const { width = 1, height = 1 } = await whole.metadata()
  const part = coveringPart({ width, height }, rect)
  return pixelsOf(
    whole.extract({
      left: Math.round(part.x),
      top: Math.round(part.y),
      width: Math.floor(part.width),
      height: Math.floor(part.height),
    }),
  )
}

const shownIn = async (clip: Rect) => sharp(await page.screenshot({ clip })).removeAlpha()

describe('a zoomed-out board', () => {
  it('shows the stored pictures, the best one the largest, and is as sharp after the view has moved', async () => {
    const headers = { origin: app.url }
    const best = card.images[2]
    expect((await context.request.put(`/api/images/${best?.id}/feedback/star`, { headers })).ok()).toBe(true)
    await openFar()
    expect(await page.locator('[data-card]').count()).toBe(0)
    const rects = farPictureRects({ x: card.canvasX, y: card.canvasY, isCollapsed: false }, card.images, 2)
    expect(rects[2]).toMatchObject({ width: 400, height: 340 })
    for (const [place, { imageUrl }] of card.images.entries()) {
      const rect = rects[place]
      if (!rect) throw new Error('It has no place.')
      const shown = await shownIn(clipOf(rect))
      expect(meanDifference(await pixelsOf(shown.clone()), await storedPart(imageUrl, rect))).toBeLessThan(10)
      // The picture, not only its color.
      const { channels } = await shown.stats()
      expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(4)
    }

    const clip = { x: 300, y: 200, width: 240, height: 100 }
    const fresh = await (await shownIn(clip)).raw().toBuffer()
    await page.mouse.move(440, 600)
    for (const deltaY of [-120, -120, 120, 120]) await page.mouse.wheel(0, deltaY)
    await page.mouse.move(1_200, 700)
    await painted()
    await expect
      .poll(async () => {
        const now = await (await shownIn(clip)).raw().toBuffer()
        return meanDifference(now, fresh)
      })
      .toBeLessThan(1.5)
    expect(page.errors).toEqual([])
  })
})
