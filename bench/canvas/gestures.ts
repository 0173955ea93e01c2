import { setTimeout as wait } from 'node:timers/promises'
import type { CDPSession } from 'playwright-core'

/** Input is sent open-loop, one event a frame, whether or not the page keeps up. */
const stepMs = 1_000 / 60
const middle = { x: 720, y: 450 }

/** The button that drags the background. */
export type Button = 'left' | 'middle'

type MouseInput = {
  type: 'mouseMoved' | 'mousePressed' | 'mouseReleased' | 'mouseWheel'
  x: number
  y: number
  button?: Button
  buttons?: number
  clickCount?: number
  deltaX?: number
  deltaY?: number
}

/** Sends an event for every step, at its time. */
async function play(cdp: CDPSession, events: readonly MouseInput[]): Promise<void> {
  const startedAt = performance.now()
  const sent: Promise<unknown>[] = []
  for (const [step, event] of events.entries()) {
    const waitMs = startedAt + step * stepMs - performance.now()
    if (waitMs > 0) await wait(waitMs)
    sent.push(cdp.send('Input.dispatchMouseEvent', event))
  }
  await Promise.all(sent)
}

/** As a bit of `buttons`. */
const bits: Readonly<Record<Button, number>> = { left: 1, middle: 4 }

/** Moves a pressed mouse. */
const move = (x: number, y: number, button: Button = 'left'): MouseInput => ({
  ...{ type: 'mouseMoved', x, y },
  button,
  buttons: bits[button],
})
const press = (
  type: 'mousePressed' | 'mouseReleased',
  { x, y, button = 'left' }: { x: number; y: number; button?: Button },
): MouseInput => ({
  type,
  x,
  y,
  button,
  buttons: type === 'mousePressed' ? bits[button] : 0,
  clickCount: 1,
})

/**
 * The effect of a pixel of the wheel on the zoom: ours is exp(-0.002 × deltaY), React Flow's 2 to the power of that.
 */
export type WheelRule = 'exponential' | 'powers of two'

/** The movement of the wheel that multiplies the zoom by a factor. */
const wheelDelta = (rule: WheelRule, factor: number) =>
  (rule === 'exponential' ? Math.log(factor) : Math.log2(factor)) / -0.002

const wheel = (deltaY: number): MouseInput => ({ type: 'mouseWheel', ...middle, deltaX: 0, deltaY })

const strokes = 4
const strokeSteps = 45
const strokeLength = 1_100
const zoomSteps = 180
const dragSteps = 120
const secondsOf = (steps: number) => (steps * stepMs) / 1_000

type Travel = {
  /** A point where the button drags the background. */
  readonly from: { readonly x: number; readonly y: number }
  readonly button: Button
  /** The direction of the strokes. */
  readonly towards: 'left' | 'right'
}

/**
 * A person who travels: four strokes of three quarters of a second drag the background in one direction, so that all the ground is
 * new.
 */
export function pan(cdp: CDPSession, { from, button, towards }: Travel): Promise<void> {
  const sign = towards === 'left' ? -1 : 1
  const at = { ...from, button }
  const end = { ...at, x: from.x + sign * strokeLength }
  const moves = Array.from({ length: strokeSteps }, (_, step) =>
    move(from.x + (sign * strokeLength * (step + 1)) / strokeSteps, from.y, button),
  )
  const stroke = [press('mousePressed', at), ...moves, press('mouseReleased', end)]
  return play(cdp, Array.from({ length: strokes }, () => stroke).flat())
}
pan.seconds = secondsOf(strokes * (strokeSteps + 2))

/** Three seconds of wheel about the middle of the view: from zoom 1 to 0.1 and back. */
export function zoom(cdp: CDPSession, rule: WheelRule): Promise<void> {
  const deltaY = wheelDelta(rule, 0.1 ** (2 / zoomSteps))
  const steps = Array.from({ length: zoomSteps }, (_, step) => wheel(step < zoomSteps / 2 ? deltaY : -deltaY))
  return play(cdp, steps)
}
zoom.seconds = secondsOf(zoomSteps)

/** One turn of the wheel from 100 % to another zoom. */
export const wheelTo = (cdp: CDPSession, rule: WheelRule, to: number): Promise<void> =>
  play(cdp, [wheel(wheelDelta(rule, to))])

/** Two seconds of dragging the card at a point in a circle. */
export function drag(cdp: CDPSession, from: { x: number; y: number }): Promise<void> {
  const steps = Array.from({ length: dragSteps }, (_, step) => {
    const turn = (step / dragSteps) * 2 * Math.PI
    return move(from.x + Math.sin(turn) * 200, from.y + (1 - Math.cos(turn)) * 100)
  })
  return play(cdp, [press('mousePressed', from), ...steps, press('mouseReleased', from)])
}
drag.seconds = secondsOf(dragSteps)
