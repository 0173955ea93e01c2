import { afterAll, beforeAll, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/generation.ts'
import { boardOf } from './support/board-of.ts'
import { type Fingers, fingersOn } from './support/fingers.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { newAccount, phone } from './support/person.ts'

let journey: Journey
let page: Journey['page']
let card: GenerationShape
let fingers: Fingers
beforeAll(async () => {
  journey = await openJourney({ account: newAccount('Ada'), screen: phone })
  page = journey.page
  card = await boardOf(journey.context, journey.app.url).make({ prompt: 'a lake', model: 'Sketch', aspectRatio: '1:1' })
  fingers = fingersOn(await journey.context.newCDPSession(page))
})
afterAll(() => journey.close())

/** The width of the picture in the lightbox on the screen. */
const width = async () => (await page.locator('.lightbox-room img').last().boundingBox())?.width ?? 0

/** Pinches the picture to three times the distance. @returns The factor by which its width grew. */
async function pinchOpen(): Promise<number> {
  await expect.poll(width).toBeGreaterThan(0)
  const before = await width()
  const box = await page.locator('.lightbox-room').boundingBox()
  if (!box) throw new Error('There is no picture.')
  await fingers.pinch({ x: box.x + box.width / 2, y: box.y + box.height / 2 }, { from: 40, to: 120 })
  return (await width()) / before
}

it('a picture on the canvas grows by a pinch as far as the fingers move', async () => {
  await page.goto(`/project/${card.projectId}?card=${card.id}`)
  const picture = page.locator('[data-image][data-status=completed]').first()
  await picture.tap()
  await page.locator('[data-in-hand]').waitFor()
  await picture.tap()
  await page.locator('.lightbox-room').waitFor()
  expect(await pinchOpen()).toBeCloseTo(3, 0)
})

it('a picture of the assets grows by a pinch as far as the fingers move', async () => {
  await page.goto('/assets')
  await page.locator('[data-asset]').first().tap()
  await page.locator('.lightbox-room').waitFor()
  expect(await pinchOpen()).toBeCloseTo(3, 0)
})
