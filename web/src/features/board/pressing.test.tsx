import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { completedGeneration } from '#web/testing/fake-account.ts'
import { cardBox, grip, onScreen, openBoard, selectedCards } from '#web/testing/fake-board.ts'
import { fingers, holding, middleOf, mouse, pen } from '#web/testing/hands.ts'

const card = completedGeneration(2)
const zoom = 0.46
/** A point of the background. */
const ground = { x: 300, y: 560 }

const open = () =>
  openBoard({ cards: [card], on: { zoom, board: { x: 10_000, y: 10_000 }, screen: { x: 300, y: 200 } } })

async function openSelected() {
  const board = await open()
  await mouse.press(await grip(card))
  await expect.poll(selectedCards).toEqual([card.id])
  return board
}

/** The card's upper left corner in the window, by the camera. */
const corner = () => {
  const { x, y } = onScreen({ x: card.canvasX, y: card.canvasY })
  return { x: Math.round(x), y: Math.round(y) }
}

const wait = (delayMs: number) => new Promise((resolve) => setTimeout(resolve, delayMs))

describe('a press on the background', () => {
  it('keeps the selection when it becomes a pan, and ends it when it is a tap', async () => {
    await openSelected()
    const before = corner()
    await mouse.drag(ground, { x: 60, y: 40 })
    await expect.poll(corner).toEqual({ x: before.x + 60, y: before.y + 40 })
    expect(selectedCards()).toEqual([card.id])
    await mouse.press(ground)
    await expect.poll(selectedCards).toEqual([])
  })

  it('keeps the selection when one finger pans or two fingers zoom', async () => {
    await openSelected()
    const before = corner()
    await fingers.drag(ground, { x: 60, y: 40 })
    await expect.poll(corner).toEqual({ x: before.x + 60, y: before.y + 40 })
    await fingers.pinch(ground, { from: 40, to: 80 })
    await expect.poll(() => corner().x).not.toBe(before.x + 60)
    expect(selectedCards()).toEqual([card.id])
  })

  it('pastes nothing when the middle button is released, as Linux would', async () => {
    await open()
    const release = new PointerEvent('pointerup', { button: 1, bubbles: true, cancelable: true })
    page.getByRole('region', { name: 'Canvas' }).element().dispatchEvent(release)
    expect(release.defaultPrevented).toBe(true)
  })

  it('pans no further after a release that never came', async () => {
    await open()
    const before = corner()
    await mouse.hold(ground, { x: 40, y: 0 })
    await mouse.move({ x: ground.x + 200, y: ground.y })
    await mouse.move({ x: ground.x + 250, y: ground.y })
    await wait(100)
    expect(corner()).toEqual({ x: before.x + 40, y: before.y })
  })

  it('goes on panning beside the press of another pointer', async () => {
    await open()
    const before = corner()
    const held = await mouse.hold(ground, { x: 40, y: 0 })
    const canvas = document.querySelector('.canvas')
    const init = { bubbles: true, pointerId: 77, pointerType: 'pen', clientX: 700, clientY: 560, button: 0 }
    canvas?.dispatchEvent(new PointerEvent('pointerdown', { ...init, buttons: 1 }))
    canvas?.dispatchEvent(new PointerEvent('pointerup', init))
    await held.move({ x: 80, y: 0 })
    await expect.poll(corner).toEqual({ x: before.x + 80, y: before.y })
    await held.release()
  })
})

describe('a drag of a card', () => {
  const held = () => {
    const { x = 0, width = 1 } = cardBox(card) ?? {}
    return { x, width }
  }

  it('keeps the card under the pointer while the wheel zooms', async () => {
    await open()
    const from = await grip(card)
    const drag = await mouse.hold(from, { x: 100, y: 60 })
    await expect.poll(() => held().x).toBe(from.x - 12 + 100)
    const part = 12 / held().width
    for (let turn = 0; turn < 4; turn++) await mouse.wheel({ x: from.x + 100, y: from.y + 60 }, 120)
    await expect.poll(() => held().width).toBeLessThan(300)
    await expect.poll(() => Math.abs(from.x + 100 - part * held().width - held().x)).toBeLessThan(3)
    await drag.release()
  })

  it('scrolls the view at its edge, so that the card gets further than the window is wide', async () => {
    const board = await open()
    const from = await grip(card)
    const by = { x: innerWidth - 4 - from.x, y: 0 }
    const before = corner()
    const drag = await mouse.hold(from, by)
    await expect.poll(() => corner().x).toBeLessThan(before.x - 300)
    expect(Math.abs(held().x - (innerWidth - 4 - 12))).toBeLessThan(20)
    await drag.release()
    const scrolled = before.x - corner().x
    await expect
      .poll(() => Math.abs((board.stored(card)?.canvasX ?? 0) - card.canvasX - (by.x + scrolled) / zoom))
      .toBeLessThan(40)
  })

  it('is dropped where it was when its release is lost', async () => {
    const board = await open()
    const from = await grip(card)
    await mouse.hold(from, { x: 92, y: 0 })
    await mouse.move({ x: from.x + 300, y: from.y })
    await expect.poll(() => Math.round((board.stored(card)?.canvasX ?? 0) - card.canvasX)).toBe(200)
  })

  it('selects by the tap of a pen', async () => {
    await open()
    await pen.press(await grip(card))
    await expect.poll(selectedCards).toEqual([card.id])
  })
})

describe('the box of a selection', () => {
  it('gives back what was selected by Escape, and ends where its release was lost', async () => {
    await open()
    const { x, y, width, height } = await grip(card).then(() => cardBox(card) ?? new DOMRect())
    const by = { x: -200, y: -150 }
    const from = { x: x + width + 60, y: y + height + 40 }
    await holding('Shift', async () => {
      const held = await mouse.hold(from, by)
      await expect.poll(selectedCards).toEqual([card.id])
      await userEvent.keyboard('{Escape}')
      await expect.poll(selectedCards).toEqual([])
      await held.release()
      await mouse.hold(from, by)
      await expect.poll(selectedCards).toEqual([card.id])
      await mouse.move({ x: 20, y: 400 })
    })
    const box = () => document.querySelector('.canvas')?.parentElement?.querySelector(':scope > .border-accent')
    await expect.poll(box).toBeNull()
    expect(selectedCards()).toEqual([card.id])
  })
})

describe('the space bar', () => {
  it('pans after a press on a picture, whose focus came by the mouse', async () => {
    await open()
    await grip(card)
    const picture = middleOf(page.getByRole('button', { name: 'Open image 2 of 4' }).first())
    await mouse.press(picture)
    const before = corner()
    await userEvent.keyboard('[Space>]')
    await mouse.drag(picture, { x: 60, y: 40 })
    await userEvent.keyboard('[/Space]')
    await expect.poll(corner).toEqual({ x: before.x + 60, y: before.y + 40 })
    expect(page.getByRole('dialog').query()).toBeNull()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('dialog')).toBeVisible()
  })
})

describe('a pinch of a trackpad over a panel', () => {
  it('zooms the board, and never the page', async () => {
    await open()
    const { x, width } = document.querySelector('.zoom-bar')?.getBoundingClientRect() ?? new DOMRect()
    const before = corner()
    const init = { bubbles: true, cancelable: true, ctrlKey: true, deltaY: -40, clientX: x + width / 2, clientY: 600 }
    const pinch = new WheelEvent('wheel', init)
    document.querySelector('.zoom-bar')?.dispatchEvent(pinch)
    expect(pinch.defaultPrevented).toBe(true)
    await expect.poll(corner).not.toEqual(before)
  })
})

describe('a long press of a pen', () => {
  it('leaves the next tap of a finger as it is', async () => {
    await open()
    const held = await pen.hold(await grip(card), { x: 0, y: 0 })
    await expect.element(page.getByRole('menu')).toBeVisible()
    await held.release()
    const listening = new AbortController()
    const prevented: boolean[] = []
    addEventListener('touchend', (event) => prevented.push(event.defaultPrevented), { signal: listening.signal })
    await fingers.tap(ground)
    listening.abort()
    expect(prevented).toEqual([false])
  })
})
