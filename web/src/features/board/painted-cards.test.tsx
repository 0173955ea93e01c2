import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { completedGeneration } from '#web/testing/fake-account.ts'
import { cardBox, expectPainted, grip, mountedCards, type OpenBoard, openBoard } from '#web/testing/fake-board.ts'
import { colorOf, mouse } from '#web/testing/hands.ts'

const first = completedGeneration(2)
/** Above the first in z order, 60 pixels to the right and down; `upper` is as far on. */
const lower = completedGeneration(3, { prompt: 'A lighthouse in a storm', canvasX: 10_060, canvasY: 10_060 })
const upper = completedGeneration(4, { prompt: 'A red boat', canvasX: 10_120, canvasY: 10_120 })
const child = completedGeneration(5, {
  prompt: 'The lake at night',
  parentGenerationId: first.id,
  parentImageId: first.images[0]?.id ?? null,
  branchKind: 'remix',
  canvasY: 11_200,
})
const far = 0.3
const elsewhere = { x: 1_200, y: 700 }

let board: OpenBoard

/** Opens the project with the board's point 10000:10000 at 300:200 of the window. */
async function openAt(zoom: number): Promise<void> {
  await mouse.move(elsewhere)
  const on = { zoom, board: { x: 10_000, y: 10_000 }, screen: { x: 300, y: 200 } }
  board = await openBoard({ cards: [first, lower, upper, child], on })
}

async function openFar(): Promise<void> {
  await openAt(far)
  await expectPainted()
}

const onScreen = (x: number, y: number, zoom = far) => ({ x: 300 + (x - 10_000) * zoom, y: 200 + (y - 10_000) * zoom })

const isNear = (a: readonly number[], b: readonly number[], tolerance: number) =>
  a.every((value, place) => Math.abs(value - (b[place] ?? 0)) <= tolerance)

describe('a zoomed-out board', () => {
  it('keeps the point under the pointer while elements change to raster tiles and back', async () => {
    await openAt(0.6)
    await grip(first)
    const pointer = onScreen(10_002, 10_002, 0.6)
    for (let turn = 0; turn < 5; turn++) await mouse.wheel(pointer, 120)
    await expect.poll(mountedCards).toEqual([])
    await expectPainted()
    // The corner of the lowest card is still there: left of it is the background, right of it the card.
    const corner = { y: pointer.y + 20, width: 6, height: 6 }
    const ground = await colorOf({ x: pointer.x - 12, ...corner })
    expect(isNear(ground, await colorOf({ x: pointer.x + 4, ...corner }), 1)).toBe(false)
    for (let turn = 0; turn < 5; turn++) await mouse.wheel(pointer, -120)
    await expect.poll(() => Math.abs((cardBox(first)?.x ?? 0) - 300)).toBeLessThan(2)
    expect(Math.abs((cardBox(first)?.y ?? 0) - 200)).toBeLessThan(2)
  })

  it('gives a card under the pointer its buttons, as long as it is there', async () => {
    await openFar()
    expect(mountedCards()).toEqual([])
    await mouse.move(onScreen(10_890, 10_300))
    await expect.element(page.getByRole('button', { name: 'Create branch' })).toBeVisible()
    expect(mountedCards()).toEqual([upper.id])
    await mouse.move(elsewhere)
    await expect.poll(mountedCards).toEqual([])
  })

  it.each([
    ['first', onScreen(10_030, 10_200), first.id],
    ['lower', onScreen(10_090, 10_200), lower.id],
    ['upper', onScreen(10_400, 10_250), upper.id],
  ])('finds the visible one of overlapping cards: the %s', async (_name, at, id) => {
    await openFar()
    await mouse.move(at)
    await expect.poll(mountedCards).toEqual([id])
  })

  it('lets a card be dragged, and stores its new place', async () => {
    await openFar()
    await mouse.drag(onScreen(10_890, 10_440), { x: 300, y: 150 })
    const place = () => [Math.round(board.stored(upper)?.canvasX ?? 0), Math.round(board.stored(upper)?.canvasY ?? 0)]
    await expect.poll(place).toEqual([11_120, 10_620])
    await expect.element(page.getByText(/^Saved/)).toBeVisible()
  })

  it('shows a card where it was when its drag is canceled', async () => {
    await openFar()
    // A corner of the uppermost card, where no other lies: it has the color of the background while the card is lifted.
    const corner = onScreen(upper.canvasX + 770, upper.canvasY + 310)
    const color = () => colorOf({ ...corner, width: 4, height: 4 })
    const before = await color()
    const held = await mouse.hold(onScreen(10_890, 10_440), { x: 250, y: 120 })
    await expect.poll(async () => isNear(await color(), before, 1)).toBe(false)
    await userEvent.keyboard('{Escape}')
    await held.release()
    await mouse.move(elsewhere)
    // The focus would keep its element.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    await expect.poll(mountedCards).toEqual([])
    await expect.poll(async () => isNear(await color(), before, 1)).toBe(true)
  })

  it('dims cards outside of the search result', async () => {
    await openFar()
    const { x, y } = onScreen(upper.canvasX + 780, upper.canvasY + 20)
    const color = () => colorOf({ x: x - 4, y, width: 6, height: 6 })
    const before = await color()
    await userEvent.keyboard('{Control>}f{/Control}')
    await page.getByLabelText('Find by prompt or model').fill('nothing like it')
    await expect.poll(async () => isNear(await color(), before, 1)).toBe(false)
    await userEvent.keyboard('{Escape}')
    await expect.poll(async () => isNear(await color(), before, 1)).toBe(true)
  })
})

describe('a branch line near the pointer', () => {
  it('marks the cards that it joins, on hover and on focus', async () => {
    await openAt(0.6)
    const line = () => document.querySelector<SVGElement>(`[data-connector="${first.id}:${child.id}"]`)
    const isLit = () => line()?.dataset.state === 'hovered'
    const joined = () =>
      [...document.querySelectorAll<HTMLElement>('[data-joined]')].map(({ dataset }) => dataset.card).sort()
    await expect.poll(line).not.toBeNull()
    expect(isLit()).toBe(false)
    // Beside the line by less than a finger's breadth.
    const { x, y } = onScreen(10_400, 10_800, 0.6)
    await mouse.move({ x: x + 3, y })
    await expect.poll(isLit).toBe(true)
    await expect.poll(joined).toEqual([first.id, child.id].sort())
    await mouse.move(elsewhere)
    await expect.poll(isLit).toBe(false)
    line()?.focus()
    await expect.poll(isLit).toBe(true)
    await expect.poll(joined).toEqual([first.id, child.id].sort())
    expect(line()?.getAttribute('tabindex')).toBe('-1')
  })
})
