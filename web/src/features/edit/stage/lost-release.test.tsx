import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { button, openEditor, share } from '#web/testing/image-editor.ts'

/** A pointer on the picture, at parts of its sides. */
function pointer() {
  Element.prototype.setPointerCapture = () => {}
  const { x, y, width, height } = document.querySelector('.edit-picture')?.getBoundingClientRect() ?? new DOMRect()
  return (type: string, across: number, more: PointerEventInit = {}) =>
    document.querySelector('.edit-stage')?.dispatchEvent(
      new PointerEvent(type, {
        ...{ bubbles: true, pointerId: 1, pointerType: 'mouse', button: 0, buttons: 1 },
        ...{ clientX: x + across * width, clientY: y + 0.5 * height, ...more },
      }),
    )
}

describe('a stroke on the stage', () => {
  it('ends where the pointer was last seen with its button down, when the release was never reported', async () => {
    await openEditor()
    const send = pointer()
    send('pointerdown', 0.2)
    send('pointermove', 0.3)
    send('pointermove', 0.9, { buttons: 0 })
    await expect.element(share()).toBeVisible()
    const before = share().element().textContent
    send('pointermove', 0.8, { buttons: 0 })
    send('pointerup', 0.8, { buttons: 0 })
    await expect.poll(() => share().element().textContent).toBe(before)
    expect(Number(/(\d+)%/.exec(before ?? '')?.[1])).toBeLessThan(5)
  })

  it('goes on when a palm touches the stage meanwhile', async () => {
    await openEditor()
    // A touch that comes with the press of a double tap begins nothing.
    await new Promise((resolve) => setTimeout(resolve, 600))
    const send = pointer()
    const [pen, palm] = [
      { pointerId: 7, pointerType: 'pen', isPrimary: true },
      { pointerId: 9, pointerType: 'touch', isPrimary: true },
    ]
    send('pointerdown', 0.2, pen)
    send('pointermove', 0.3, pen)
    send('pointerdown', 0.9, palm)
    send('pointermove', 0.4, pen)
    send('pointerup', 0.9, { ...palm, buttons: 0 })
    send('pointermove', 0.5, pen)
    send('pointerup', 0.5, { ...pen, buttons: 0 })
    await expect.element(share()).toBeVisible()
    await expect.element(button('Undo')).not.toHaveAttribute('aria-disabled')
  })

  it('is dropped when it was that of a palm, and a pen comes: the pen draws', async () => {
    await openEditor()
    // A touch that comes with the press of a double tap begins nothing.
    await new Promise((resolve) => setTimeout(resolve, 600))
    const send = pointer()
    const [pen, palm] = [
      { pointerId: 7, pointerType: 'pen', isPrimary: true },
      { pointerId: 9, pointerType: 'touch', isPrimary: true },
    ]
    send('pointerdown', 0.8, palm)
    send('pointermove', 0.9, palm)
    send('pointerdown', 0.2, pen)
    send('pointermove', 0.3, pen)
    send('pointermove', 0.95, palm)
    send('pointerup', 0.3, { ...pen, buttons: 0 })
    send('pointerup', 0.95, { ...palm, buttons: 0 })
    await expect.element(share()).toBeVisible()
    await button('Undo').click()
    // There was one stroke.
    await expect.element(button('Undo')).toHaveAttribute('aria-disabled', 'true')
  })

  it('is thrown away by Escape, which leaves the editor open', async () => {
    await openEditor()
    const send = pointer()
    send('pointerdown', 0.2)
    send('pointermove', 0.6)
    await userEvent.keyboard('{Escape}')
    send('pointerup', 0.6)
    await expect.element(button('Undo')).toHaveAttribute('aria-disabled', 'true')
    await expect.element(share()).not.toBeInTheDocument()
  })
})
