import type { Point } from '#domain/geometry/rect.ts'
import { wheelZoomFactor } from '#domain/geometry/wheel-zoom.ts'

type PictureGestures = {
  /** Scales by a factor about a point, counted from the room's middle. */
  onScale(factor: number, still: Point): void
  /** Moves the picture by so many screen pixels. */
  onMove(by: Point): void
  onToggle(still: Point): void
}

/** Wheel, drag, pinch and double click on the room of a picture. Returns the stop. */
export function startPictureGestures(room: HTMLElement, { onScale, onMove, onToggle }: PictureGestures): () => void {
  const listening = new AbortController()
  const options = { signal: listening.signal }
  const fingers = new Map<number, Point>()

  const fromMiddle = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top, width, height } = room.getBoundingClientRect()
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }
  /** Between two fingers: their middle, and how far apart they are. */
  const spread = () => {
    const [a, b] = [...fingers.values()]
    if (!a || !b) return null
    return { middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, apart: Math.hypot(a.x - b.x, a.y - b.y) }
  }

  room.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      onScale(wheelZoomFactor(event), fromMiddle(event))
    },
    { ...options, passive: false },
  )
  room.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0) return
      fingers.set(event.pointerId, fromMiddle(event))
      room.setPointerCapture(event.pointerId)
    },
    options,
  )
  room.addEventListener(
    'pointermove',
    (event) => {
      const before = fingers.get(event.pointerId)
      if (!before) return
      const spreadBefore = spread()
      const now = fromMiddle(event)
      fingers.set(event.pointerId, now)
      const spreadNow = spread()
      if (!spreadBefore || !spreadNow) return onMove({ x: now.x - before.x, y: now.y - before.y })
      onScale(spreadNow.apart / Math.max(1, spreadBefore.apart), spreadNow.middle)
    },
    options,
  )
  const release = (event: PointerEvent) => void fingers.delete(event.pointerId)
  room.addEventListener('pointerup', release, options)
  room.addEventListener('pointercancel', release, options)
  room.addEventListener('dblclick', (event) => onToggle(fromMiddle(event)), options)
  return () => listening.abort()
}
