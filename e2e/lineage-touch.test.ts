import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/generation.ts'
import { boardOf } from './support/board-of.ts'
import { onScreen } from './support/canvas.ts'
import { chooseByFinger } from './support/card-menu.ts'
import { type Fingers, fingersOn } from './support/fingers.ts'
import type { Journey } from './support/journey.ts'
import {
  cardsByPrompt,
  type LakeBoard,
  lineToBoat,
  makeLakeBoard,
  openLakeJourney,
  putBoatOnBare,
} from './support/lake-board.ts'
import { expectNoViolations, openPage, phone } from './support/person.ts'

let journey: Journey
let board: ReturnType<typeof boardOf>
let cards: LakeBoard
let projectId: string
let root: GenerationShape
let boat: GenerationShape
let night: GenerationShape
let bare: GenerationShape

beforeAll(async () => {
  journey = await openLakeJourney()
  board = boardOf(journey.context, journey.app.url)
  cards = await makeLakeBoard(board)
  ;({ projectId, root, boat, night, bare } = cards)
  await putBoatOnBare(board, cards)
  const headers = { origin: journey.app.url }
  // A winner, and a cap.
  await journey.context.request.put(`/api/images/${root.images[2]?.id}/feedback/star`, { headers })
  await journey.context.request.put(`/api/generations/${root.id}/cap`, { headers, data: { most: 2_100 } })
}, 240_000)
afterAll(() => journey.close())

const stored = () => cardsByPrompt(board, projectId)

describe('a phone', () => {
  let context: BrowserContext
  let small: Awaited<ReturnType<typeof openPage>>
  let fingers: Fingers
  beforeAll(async () => {
    context = await journey.browser.newContext({
      ...phone,
      baseURL: journey.app.url,
      storageState: await journey.context.storageState(),
    })
    small = await openPage(context)
    fingers = fingersOn(await context.newCDPSession(small))
  })
  afterAll(() => context.close())

  const part = (name: string | RegExp) => small.getByRole('dialog', { name })
  /** Opens the board on a card, near enough for its controls and its lines to be touched. */
  const openOn = async (card: GenerationShape) => {
    await small.goto(`/project/${projectId}?card=${card.id}`)
    await small.locator(`[data-card="${card.id}"]`).waitFor()
    await small.locator('[data-connector]').first().waitFor({ state: 'attached' })
  }
  const choosesFor = (card: GenerationShape, command: string | RegExp) =>
    chooseByFinger({ page: small, fingers }, card.id, command)

  it('shows the cost of a branch, and removes its cap', async () => {
    await openOn(root)
    await choosesFor(root, /^Branch cost/)
    const panel = part('What this branch cost')
    await panel.getByText('This branch: 20.00 credits, 4.00 on the way to the winner, 16.00 exploring.').waitFor()
    await expectNoViolations(small)
    await panel.getByRole('button', { name: 'Remove cap' }).tap()
    await panel.getByText(/^Cap: /).waitFor({ state: 'detached' })
    await panel.getByRole('button', { name: 'Close' }).tap()
    await panel.waitFor({ state: 'detached' })
  })

  it('shows what changed by a tap on a line, and applies the same change to another card', async () => {
    const open = async () => {
      const { x, y } = await onScreen(small, lineToBoat)
      await small.touchscreen.tap(x, y)
      return part('What changed')
        .waitFor({ timeout: 2_000 })
        .then(
          () => true,
          () => false,
        )
    }
    await expect.poll(open).toBe(true)
    await expectNoViolations(small)
    await small.getByRole('button', { name: 'Apply this change to…' }).tap()
    await part('Apply this change')
      .getByRole('button', { name: /^A still lake between bare hills Sketch/ })
      .tap()
    await part('Apply this change').getByText('4 images · 4.00 credits').waitFor()
    await expectNoViolations(small)
    await part('Apply this change').getByRole('button', { name: /^Go\b/ }).tap()
    const madeOfBare = async () =>
      (await board.generations(projectId)).filter(({ parentGenerationId }) => parentGenerationId === bare.id)
    await expect
      .poll(async () => (await madeOfBare()).map(({ prompt }) => prompt))
      .toEqual(Array(2).fill('A still lake between bare hills, a rowing boat'))
  })

  it('steps along a path by taps, and the canvas follows', async () => {
    await openOn(night)
    await choosesFor(night, 'Path to here')
    const step = (place: number) =>
      part('Path to here').getByRole('button', { name: new RegExp(`^Step ${place} of 3`) })
    await step(3).and(small.locator('[aria-current]')).waitFor()
    await expectNoViolations(small)
    await step(1).tap()
    await small.locator(`[data-card="${root.id}"][data-selected]`).waitFor()
    await part('Path to here').getByRole('button', { name: 'Next step' }).tap()
    await small.locator(`[data-card="${boat.id}"][data-selected]`).waitFor()
    await part('Path to here').getByRole('button', { name: 'Close' }).tap()
    await part('Path to here').waitFor({ state: 'detached' })
  })

  it('runs a branch again by taps, card after card, for the price that was shown', async () => {
    const before = await board.finished(projectId)
    await openOn(boat)
    await choosesFor(boat, 'Run this branch again')
    const panel = part('Run this branch again')
    await panel.getByText('2 cards will be made again').waitFor()
    await expectNoViolations(small)
    await panel.getByRole('textbox').fill('A still lake with a sail')
    await panel.getByRole('button', { name: /^Run again, 2 cards, 8\.00 credits/ }).tap()
    await expect.poll(async () => (await board.finished(projectId)).length, { timeout: 60_000 }).toBe(before.length + 2)
    const again = (await stored()).get('A still lake with a sail')
    const below = (await board.generations(projectId)).filter(
      ({ parentGenerationId }) => parentGenerationId === again?.id,
    )
    expect(below.map(({ prompt }) => prompt)).toEqual([night.prompt])
    expect(small.errors).toEqual([])
  })

  it('culls images by taps, one after the other', async () => {
    await openOn(bare)
    await choosesFor(bare, 'Cull this branch')
    await part('Cull').getByText('1 of').waitFor()
    await expectNoViolations(small)
    await part('Cull').getByRole('button', { name: /^Like/ }).tap()
    await part('Cull').getByText('2 of').waitFor()
    await part('Cull').getByRole('button', { name: 'Close' }).tap()
    await expect.poll(async () => (await stored()).get(bare.prompt)?.images[0]?.feedback).toEqual(['like'])
    expect(small.errors).toEqual([])
  })
})
