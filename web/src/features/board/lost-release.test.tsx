import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Point } from '#domain/geometry/rect.ts'
import { onScreen, openBoard } from '#web/testing/fake-board.ts'
import { boat, lakeCards, lineToBoat } from '#web/testing/lake-cards.ts'

const open = () => openBoard({ cards: lakeCards, on: boat })

/** Sends events of a mouse to what lies at a point of the window, or to an element. */
function send(type: string, { x, y }: Point, more: PointerEventInit = {}, on = document.elementFromPoint(x, y)): void {
  Element.prototype.setPointerCapture = () => {}
  on?.dispatchEvent(
    new PointerEvent(type, {
      ...{ bubbles: true, pointerId: 1, pointerType: 'mouse', button: 0, buttons: type === 'pointerup' ? 0 : 1 },
      ...{ clientX: x, clientY: y, ...more },
    }),
  )
}

const touch = (pointerId: number) => ({ pointerId, pointerType: 'touch', isPrimary: pointerId === 2 })

const changed = page.getByRole('dialog', { name: 'What changed' })

/** The place on the screen of a point of the line between two cards, once the line is drawn. */
async function pointOfLine(): Promise<Point> {
  await expect.poll(() => document.querySelector('[data-connector]')).not.toBeNull()
  const point = onScreen(lineToBoat)
  await expect.poll(() => document.elementFromPoint(point.x, point.y)?.closest('.connectors')).not.toBeUndefined()
  return point
}

describe('a press on a line', () => {
  it('shows the change at the release of the main button, near the press', async () => {
    await open()
    const point = await pointOfLine()
    send('pointerdown', point)
    send('pointerup', { x: point.x + 2, y: point.y })
    await expect.element(changed).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(changed).not.toBeInTheDocument()
  })

  it.each([
    ['the release was never reported', (at: Point) => send('pointermove', at, { buttons: 0 })],
    ['Escape was pressed', () => void dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))],
    ['the browser takes the pointer over', (at: Point) => send('pointercancel', at)],
  ])('shows nothing after %s', async (_, end) => {
    await open()
    const point = await pointOfLine()
    send('pointerdown', point)
    end(point)
    send('pointerup', point)
    await expect.element(changed).not.toBeInTheDocument()
  })

  it('shows nothing for the right button, nor for two fingers that pinch', async () => {
    await open()
    const point = await pointOfLine()
    send('pointerdown', point, { button: 2, buttons: 2 })
    send('pointerup', point, { button: 2 })
    send('pointerdown', point, touch(2))
    send('pointerdown', { x: point.x + 60, y: point.y }, touch(3))
    send('pointerup', point, touch(2))
    send('pointerup', { x: point.x + 60, y: point.y }, touch(3))
    await expect.element(changed).not.toBeInTheDocument()
  })
})

describe('a drag on the minimap', () => {
  const map = page.getByRole('img', { name: /^Minimap/ })
  /** Sends events of pointers to the minimap, at parts of its sides. */
  const onMap = (type: string, part: number, more: PointerEventInit = {}) => {
    const { x, y, width, height } = map.element().getBoundingClientRect()
    send(type, { x: x + part * width, y: y + part * height }, more, map.element())
  }
  /** The place on the screen of a point of the board, which tells where the view is. */
  const view = () => onScreen({ x: 0, y: 0 })
  const openMap = async () => {
    await open()
    await expect.element(map).toBeVisible()
  }
  /** View after this and a frame. */
  const viewAfter = async (act: () => void) => {
    act()
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return view()
  }

  it('moves the view with the pointer until it is released', async () => {
    await openMap()
    const pressed = await viewAfter(() => onMap('pointerdown', 0.3))
    const moved = await viewAfter(() => onMap('pointermove', 0.6))
    expect(moved).not.toEqual(pressed)
    onMap('pointerup', 0.6)
    expect(await viewAfter(() => onMap('pointermove', 0.2))).toEqual(moved)
  })

  it('ends where the pointer was last seen with its button down, when the release was never reported', async () => {
    await openMap()
    onMap('pointerdown', 0.3)
    const held = await viewAfter(() => onMap('pointermove', 0.5))
    onMap('pointermove', 0.8, { buttons: 0 })
    expect(await viewAfter(() => onMap('pointermove', 0.8, { buttons: 1 }))).toEqual(held)
  })

  it('ends at Escape, which leaves the minimap open', async () => {
    await openMap()
    onMap('pointerdown', 0.3)
    const held = await viewAfter(() => onMap('pointermove', 0.5))
    await userEvent.keyboard('{Escape}')
    expect(await viewAfter(() => onMap('pointermove', 0.8))).toEqual(held)
    await expect.element(map).toBeVisible()
  })

  it('goes on with the first pointer when a second one presses, and ignores the right button', async () => {
    await openMap()
    const before = view()
    expect(await viewAfter(() => onMap('pointerdown', 0.9, { button: 2, buttons: 2 }))).toEqual(before)
    onMap('pointerdown', 0.3)
    const held = await viewAfter(() => onMap('pointermove', 0.5))
    onMap('pointerdown', 0.9, { pointerId: 8, pointerType: 'pen' })
    expect(await viewAfter(() => onMap('pointermove', 0.9, { pointerId: 8, pointerType: 'pen' }))).toEqual(held)
    expect(await viewAfter(() => onMap('pointermove', 0.6))).not.toEqual(held)
    onMap('pointerup', 0.6)
  })
})
