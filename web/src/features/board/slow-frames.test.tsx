import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { completedGeneration } from '#web/testing/fake-account.ts'
import { mountedCards, openBoard } from '#web/testing/fake-board.ts'
import { mouse } from '#web/testing/hands.ts'

/** Longer than the view takes to rest. */
const frameMs = 170
const { requestAnimationFrame: nextFrame, cancelAnimationFrame: cancelFrame } = window

/** Delays every frame of the page, as a busy machine does. */
function delayFrames(): void {
  window.requestAnimationFrame = (callback) => Number(setTimeout(() => nextFrame(callback), frameMs))
  window.cancelAnimationFrame = (frame) => clearTimeout(frame)
}

const cards = Array.from({ length: 12 }, (_, place) =>
  completedGeneration(place + 2, {
    canvasX: 10_000 + (place % 3) * 900,
    canvasY: 10_000 + Math.floor(place / 3) * 450,
  }),
)

const canvas = () => document.querySelector<HTMLElement>('.canvas')
const world = () => document.querySelector<HTMLElement>('.canvas-world')
const panOf = (element: Element) => {
  const { e, f } = new DOMMatrix(getComputedStyle(element).transform)
  return { x: e, y: f }
}

/** Measures the distance of the tiles of each frame from its elements, in screen pixels, until `stop` returns the largest distance. */
function followViews(): { stop(): number } {
  let largest = 0
  let frame = nextFrame(function compare() {
    const elements = world()
    for (const level of document.querySelectorAll('.canvas-tiles > :first-child > .canvas-level')) {
      const isShown = level.parentElement?.style.display !== 'none' && getComputedStyle(level).display !== 'none'
      if (!elements || !isShown || level.childElementCount === 0) continue
      const [a, b] = [panOf(elements), panOf(level)]
      largest = Math.max(largest, Math.hypot(a.x - b.x, a.y - b.y))
    }
    frame = nextFrame(compare)
  })
  return {
    stop() {
      cancelFrame(frame)
      return largest
    },
  }
}

/** Waits until the zoom is shown at rest: without a layer that is scaled, and with strokes and text of this zoom. */
const expectSharpAt = (zoom: number) =>
  expect
    .poll(() => ({ zoom: canvas()?.style.getPropertyValue('--z'), layer: world()?.style.willChange }), {
      timeout: 8_000,
    })
    .toEqual({ zoom: String(zoom), layer: '' })

beforeEach(() => page.viewport(1440, 900))

afterEach(() => {
  window.requestAnimationFrame = nextFrame
  window.cancelAnimationFrame = cancelFrame
})

describe('a canvas whose frames take 170 ms', () => {
  it('comes to rest, and is sharp', async () => {
    await openBoard({ cards, on: { zoom: 0.25, board: { x: 10_000, y: 10_000 }, screen: { x: 300, y: 200 } } })
    delayFrames()
    await userEvent.keyboard('{Control>}0{/Control}')
    await expectSharpAt(1)
    // Past the last frame: elements alone, where a zoom that has not ended would show tiles.
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    const tiles = () => document.querySelector<HTMLElement>('.canvas-tiles > :first-child')?.style.display
    await expect.poll(tiles, { timeout: 8_000 }).toBe('none')
    expect(document.querySelector('.canvas-tiles[data-coarse]')).toBeNull()
    expect(mountedCards()).not.toEqual([])
  })

  it('shows elements and tiles of one view in every frame', async () => {
    await openBoard({ cards, on: { zoom: 0.5, board: { x: 10_000, y: 10_000 }, screen: { x: 300, y: 200 } } })
    delayFrames()
    const views = followViews()
    await userEvent.keyboard('{Control>}0{/Control}')
    await expectSharpAt(1)
    for (let turn = 0; turn < 10; turn++) {
      await mouse.wheel({ x: 500, y: 400 }, turn < 5 ? 120 : -120)
      await new Promise((resolve) => setTimeout(resolve, 70))
    }
    await userEvent.keyboard('{Control>}1{/Control}')
    await mouse.move({ x: 600, y: 500 })
    await expect.poll(() => world()?.style.willChange, { timeout: 8_000 }).toBe('')
    // Tiles that rest are on whole device pixels.
    expect(views.stop()).toBeLessThan(1)
  })
})
