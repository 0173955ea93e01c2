import { setTimeout } from 'node:timers/promises'
import type { CDPSession } from 'playwright-core'
import type { Point } from '#domain/geometry/rect.ts'

const steps = 8
/** A frame: two events of one frame are joined by the browser. */
const frameMs = 20

/** Real touches on a page: their events go through the browser's own gesture recognition. */
export function fingersOn(session: CDPSession) {
  type Kind = 'touchStart' | 'touchMove' | 'touchEnd'
  const touch = async (type: Kind, points: readonly Point[]) => {
    const touchPoints = points.map(({ x, y }, id) => ({ x, y, id }))
    await session.send('Input.dispatchTouchEvent', { type, touchPoints })
    await setTimeout(frameMs)
  }
  const between = (from: Point, by: Point, step: number): Point => ({
    x: from.x + (by.x * step) / steps,
    y: from.y + (by.y * step) / steps,
  })

  return {
    async tap(at: Point): Promise<void> {
      await touch('touchStart', [at])
      await touch('touchEnd', [])
    },

    async drag(from: Point, by: Point): Promise<void> {
      await touch('touchStart', [from])
      for (let step = 1; step <= steps; step++) await touch('touchMove', [between(from, by, step)])
      await touch('touchEnd', [])
    },

    /** Moves two fingers side by side, from one distance to the middle to another. */
    async pinch(middle: Point, { from, to }: { from: number; to: number }): Promise<void> {
      const pair = (apart: number) => [
        { x: middle.x - apart, y: middle.y },
        { x: middle.x + apart, y: middle.y },
      ]
      await touch('touchStart', pair(from))
      for (let step = 1; step <= steps; step++) await touch('touchMove', pair(from + ((to - from) * step) / steps))
      await touch('touchEnd', [])
    },
  }
}
