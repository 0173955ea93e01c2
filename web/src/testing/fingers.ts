import type { Point } from '#domain/geometry/rect.ts'

const steps = 8
/** A frame: two events of one frame are joined by the browser. */
const frameMs = 20
/** Longer than the long press of the browser and of the context menu. */
const restMs = 900
/** Chromium drops the click of a tap within about 50 ms of a drag. Fingers take longer. */
const liftMs = 150

const wait = (delayMs: number) => new Promise((resolve) => setTimeout(resolve, delayMs))

type TouchEvent = {
  readonly type: 'touchStart' | 'touchMove' | 'touchEnd'
  readonly touchPoints: (Point & { readonly id: number })[]
}

/** Real touches of a page: `dispatch` calls Input.dispatchTouchEvent of its DevTools session. They go through the browser's own gesture recognition. */
export function fingersOn(dispatch: (event: TouchEvent) => Promise<unknown>) {
  const touch = async (type: TouchEvent['type'], points: readonly Point[]) => {
    await dispatch({ type, touchPoints: points.map(({ x, y }, id) => ({ x, y, id })) })
    await wait(frameMs)
  }
  const move = async (pointsAt: (part: number) => readonly Point[]) => {
    await touch('touchStart', pointsAt(0))
    for (let step = 1; step <= steps; step++) await touch('touchMove', pointsAt(step / steps))
    await touch('touchEnd', [])
    await wait(liftMs)
  }

  return {
    async tap(at: Point): Promise<void> {
      await touch('touchStart', [at])
      await touch('touchEnd', [])
    },

    drag: (from: Point, by: Point): Promise<void> =>
      move((part) => [{ x: from.x + by.x * part, y: from.y + by.y * part }]),

    /** Holds still until the browser takes it for a long press. */
    async rest(at: Point): Promise<void> {
      await touch('touchStart', [at])
      await wait(restMs)
      await touch('touchEnd', [])
    },

    /** Moves two fingers side by side, from one distance to the middle to another. */
    pinch: ({ x, y }: Point, { from, to }: { readonly from: number; readonly to: number }): Promise<void> =>
      move((part) => {
        const apart = from + (to - from) * part
        return [
          { x: x - apart, y },
          { x: x + apart, y },
        ]
      }),
  }
}
