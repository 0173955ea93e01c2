import type { Point } from '#domain/geometry/rect.ts'
import { wheelZoomFactor } from '#domain/geometry/wheel-zoom.ts'

/** The sideways movement of a finger that counts as a swipe, in screen pixels. */
const swipeLength = 48

type PictureGestures = {
  /** Scales by a factor about a point, relative to the viewport's center. */
  onScale(factor: number, still: Point): void
  /** Moves the picture by so many screen pixels. */
  onMove(by: Point): void
  onToggle(still: Point): void
  /** A finger has swiped the picture away, to this side. */
  onSwipe(side: 'left' | 'right'): void
}

/** Wheel, drag, pinch, swipe and double click on the viewport of a picture. Returns the stop. */
export function startPictureGestures(
  room: HTMLElement,
  { onScale, onMove, onToggle, onSwipe }: PictureGestures,
): () => void {
  const listening = new AbortController()
  const options = { signal: listening.signal }
  const fingers = new Map<number, Point>()
  let pressed: PointerEvent | null = null

  const fromMiddle = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top, width, height } = room.getBoundingClientRect()
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }
  /** Two fingers: their center, and their distance. */
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
      // With a second finger it is a pinch.
      pressed = fingers.size === 1 ? event : null
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
  const release = (event: PointerEvent) => {
    fingers.delete(event.pointerId)
    const wiped = event.clientX - (pressed?.clientX ?? event.clientX)
    const isLevel = Math.abs(wiped) > 2 * Math.abs(event.clientY - (pressed?.clientY ?? 0))
    if (event.type === 'pointerup' && pressed?.pointerType === 'touch' && isLevel && Math.abs(wiped) >= swipeLength)
      onSwipe(wiped < 0 ? 'left' : 'right')
    pressed = null
  }
  room.addEventListener('pointerup', release, options)
  room.addEventListener('pointercancel', release, options)
  room.addEventListener('dblclick', (event) => onToggle(fromMiddle(event)), options)
  return () => listening.abort()
}
