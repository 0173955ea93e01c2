import type {} from '@vitest/browser-playwright'
import { cdp, type Locator } from 'vitest/browser'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import { fingersOn } from './fingers.ts'

const steps = 8

const between = (from: Point, by: Point, step: number): Point => ({
  x: from.x + (by.x * step) / steps,
  y: from.y + (by.y * step) / steps,
})

type Press = { readonly device: 'mouse' | 'pen'; readonly button?: 'left' | 'right'; readonly clickCount?: number }

/** A real press or move of a mouse or pen: the browser finds what lies there, and makes clicks of presses. */
async function point(type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', at: Point, press: Press, isDown: boolean) {
  const { device, button = 'left', clickCount = 1 } = press
  await cdp().send('Input.dispatchMouseEvent', {
    type,
    ...at,
    button: type === 'mouseMoved' && !isDown ? 'none' : button,
    buttons: isDown ? (button === 'right' ? 2 : 1) : 0,
    clickCount: type === 'mouseMoved' ? 0 : clickCount,
    pointerType: device,
    modifiers: heldModifiers,
  })
}

const modifierBits = { Alt: 1, Control: 2, Meta: 4, Shift: 8 } as const
let heldModifiers = 0

/** Does something while a modifier key is held, as far as presses and moves are concerned. */
export async function holding(modifier: keyof typeof modifierBits, act: () => Promise<void>): Promise<void> {
  heldModifiers = modifierBits[modifier]
  try {
    await act()
  } finally {
    heldModifiers = 0
  }
}

/** The moves of a hand with a mouse or a pen, at points of the window. */
const pointing = (device: Press['device']) => {
  const move = (to: Point) => point('mouseMoved', to, { device }, false)
  const press = async (at: Point, more: Omit<Press, 'device'> = {}) => {
    await move(at)
    await point('mousePressed', at, { device, ...more }, true)
    await point('mouseReleased', at, { device, ...more }, false)
  }
  /** Presses and moves, and keeps the button down until it is released; it can be moved further from where it was pressed. */
  const hold = async (from: Point, by: Point) => {
    await move(from)
    await point('mousePressed', from, { device }, true)
    for (let step = 1; step <= steps; step++) await point('mouseMoved', between(from, by, step), { device }, true)
    return {
      move: (further: Point) => point('mouseMoved', between(from, further, steps), { device }, true),
      release: () => point('mouseReleased', between(from, by, steps), { device }, false),
    }
  }
  return {
    move,
    press,
    hold,
    async doublePress(at: Point): Promise<void> {
      await press(at)
      await press(at, { clickCount: 2 })
    },
    async drag(from: Point, by: Point): Promise<void> {
      const held = await hold(from, by)
      await held.release()
    },
  }
}

export const mouse = {
  ...pointing('mouse'),
  async wheel(at: Point, deltaY: number): Promise<void> {
    await cdp().send('Input.dispatchMouseEvent', { type: 'mouseWheel', ...at, deltaX: 0, deltaY })
  },
}

export const pen = pointing('pen')

/** Touches of this page. */
export const fingers = fingersOn((event) => cdp().send('Input.dispatchTouchEvent', event))

/** The middle of an element in the window. */
export function middleOf(element: Locator): Point {
  const { x, y, width, height } = element.element().getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2 }
}

/**
 * Sets the opacity of the frame that the page under test lies in. A transparent one works like a visible one, and the browser draws no pixel of
 * it: without pixels component tests take an eighth less of the processor. A browser with a window shows them.
 */
function setFrameOpacity(opacity: '0' | '1'): void {
  const frame = [...parent.document.querySelectorAll('iframe')].find(({ contentWindow }) => contentWindow === window)
  if (frame && navigator.userAgent.includes('Headless')) frame.style.opacity = opacity
}
setFrameOpacity('0')

/** The mean color of a part of the window, as it is on the screen. */
export async function colorOf(area: Rect): Promise<readonly number[]> {
  setFrameOpacity('1')
  const { data } = await cdp().send('Page.captureScreenshot', { format: 'png', clip: { ...area, scale: 1 } })
  setFrameOpacity('0')
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob())
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  if (!context) throw new Error('There is no canvas.')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, 1, 1)
  return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3)
}
