import { setTimeout as wait } from 'node:timers/promises'
import type { CDPSession } from 'playwright-core'

/** Input comes open-loop, one event a frame, whether or not the page keeps up. */
const stepMs = 1_000 / 60
const middle = { x: 720, y: 450 }

type MouseInput = Parameters<CDPSession['send']>[1] & { type: string; x: number; y: number }

/** Sends an event for every step, at its time. */
async function play(cdp: CDPSession, events: readonly object[]): Promise<void> {
  const startedAt = performance.now()
  const sent: Promise<unknown>[] = []
  for (const [step, event] of events.entries()) {
    const waitMs = startedAt + step * stepMs - performance.now()
    if (waitMs > 0) await wait(waitMs)
    sent.push(cdp.send('Input.dispatchMouseEvent', event as MouseInput as never))
  }
  await Promise.all(sent)
}

const move = (x: number, y: number) => ({ type: 'mouseMoved', x, y, button: 'left', buttons: 1 })
const press = (type: 'mousePressed' | 'mouseReleased', x: number, y: number) => ({
  type,
  x,
  y,
  button: 'left',
  buttons: type === 'mousePressed' ? 1 : 0,
  clickCount: 1,
})

/** Three seconds of dragging the ground: 60 strokes of 24 pixels to and fro in both directions. @param from A point of the ground. */
export function pan(cdp: CDPSession, from: { x: number; y: number }): Promise<void> {
  const steps = Array.from({ length: 180 }, (_, step) => {
    const turn = (step / 180) * 2 * Math.PI
    return move(from.x + Math.sin(turn * 2) * 500, from.y + Math.sin(turn) * 350)
  })
  return play(cdp, [press('mousePressed', from.x, from.y), ...steps, press('mouseReleased', from.x, from.y)])
}

/** Four seconds of wheel about the middle of the view: from zoom 1 to 0.1 and back. */
export function zoom(cdp: CDPSession): Promise<void> {
  const steps = 240
  // exp(-0.002 × deltaY) a step: 120 of them make a factor of 10.
  const deltaY = Math.log(10) / (steps / 2) / 0.002
  const wheel = (by: number) => ({ type: 'mouseWheel', ...middle, deltaX: 0, deltaY: by })
  return play(
    cdp,
    Array.from({ length: steps }, (_, step) => wheel(step < steps / 2 ? deltaY : -deltaY)),
  )
}

/** Two seconds of dragging what lies at a point in a circle. */
export function drag(cdp: CDPSession, from: { x: number; y: number }): Promise<void> {
  const steps = Array.from({ length: 120 }, (_, step) => {
    const turn = (step / 120) * 2 * Math.PI
    return move(from.x + Math.sin(turn) * 200, from.y + (1 - Math.cos(turn)) * 100)
  })
  return play(cdp, [press('mousePressed', from.x, from.y), ...steps, press('mouseReleased', from.x, from.y)])
}
