import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import { openApp } from '#web/testing/app-under-test.tsx'

const cardId = uuid(2)
const room = () => document.querySelector<HTMLElement>('.lightbox-room')
/** The width of the picture on the screen. */
const width = () => room()?.querySelector('.lightbox-picture')?.getBoundingClientRect().width ?? 0

/** Moves two fingers on the picture to three times their distance. Returns the factor by which its width grew. */
async function pinchOpen(): Promise<number> {
  await expect.poll(width).toBeGreaterThan(1)
  Element.prototype.setPointerCapture = () => {}
  const before = width()
  const { x = 0, y = 0, width: across = 0, height = 0 } = room()?.getBoundingClientRect() ?? {}
  const finger = (type: string, pointerId: number, apart: number) =>
    room()?.dispatchEvent(
      new PointerEvent(type, {
        ...{ bubbles: true, cancelable: true, pointerId, pointerType: 'touch', isPrimary: pointerId === 1 },
        ...{ button: 0, buttons: type === 'pointerup' ? 0 : 1 },
        ...{ clientX: x + across / 2 + (pointerId === 1 ? -apart : apart), clientY: y + height / 2 },
      }),
    )
  const both = (type: string, apart: number) => {
    for (const pointerId of [1, 2]) finger(type, pointerId, apart)
  }
  both('pointerdown', 40)
  for (let apart = 50; apart <= 120; apart += 10) both('pointermove', apart)
  both('pointerup', 120)
  await expect.poll(width).not.toBe(before)
  // The browser's own gestures would take the fingers away.
  expect(getComputedStyle(room() ?? document.body).touchAction).toBe('none')
  return width() / before
}

describe('a picture in the lightbox on a phone', () => {
  it('of the canvas grows by a pinch as far as the fingers move', async () => {
    await page.viewport(390, 844)
    await openApp(`/project/${uuid(1)}?card=${cardId}`)
    await page.getByRole('button', { name: 'Open image 1 of 4' }).first().dblClick()
    expect(await pinchOpen()).toBeCloseTo(3, 0)
  })

  it('of the assets grows by a pinch as far as the fingers move', async () => {
    await page.viewport(390, 844)
    await openApp('/assets')
    await page
      .getByRole('button', { name: /^Open: / })
      .first()
      .click()
    expect(await pinchOpen()).toBeCloseTo(3, 0)
  })
})
