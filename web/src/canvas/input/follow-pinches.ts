import type { Point } from '#domain/geometry/rect.ts'
import { isPenFollowed } from './follow-press.ts'

const middle = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, point) => sum + point.x, 0) / points.length,
  y: points.reduce((sum, point) => sum + point.y, 0) / points.length,
})

const spread = ([first, second]: readonly Point[]) =>
  first && second ? Math.hypot(first.x - second.x, first.y - second.y) : 0

/** A move of two fingers: of the point between them, in screen pixels from the top left of the element, and by how much they part. */
export type PinchStep = { readonly from: Point; readonly to: Point; readonly factor: number }

/** Follows two fingers on an element, and the one that stays of them; hands beside a pen move nothing. Returns the stop. */
export function followPinches(node: HTMLElement, onPinch: (step: PinchStep) => void): () => void {
  const listening = new AbortController()
  const options = { signal: listening.signal }
  const fingers = new Map<number, Point>()
  /** Whether there were two: a single one is handled by others. */
  let isPinch = false

  const place = (event: { clientX: number; clientY: number }): Point => {
    const { left, top } = node.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }

  node.addEventListener(
    'pointerdown',
    (event) => {
      if (event.pointerType !== 'touch') return
      // The first of a new row: a release before it may not have been reported.
      if (event.isPrimary) fingers.clear()
      fingers.set(event.pointerId, place(event))
      isPinch = fingers.size > 1
    },
    options,
  )
  node.addEventListener(
    'pointermove',
    (event) => {
      if (!fingers.has(event.pointerId)) return
      const before = [...fingers.values()].slice(0, 2)
      fingers.set(event.pointerId, place(event))
      const after = [...fingers.values()].slice(0, 2)
      if (!isPinch || isPenFollowed()) return
      const factor = after.length === 2 && spread(before) > 0 ? spread(after) / spread(before) : 1
      onPinch({ from: middle(before), to: middle(after), factor })
    },
    options,
  )
  for (const name of ['pointerup', 'pointercancel'] as const)
    addEventListener(name, (event) => void fingers.delete(event.pointerId), options)
  return () => listening.abort()
}
