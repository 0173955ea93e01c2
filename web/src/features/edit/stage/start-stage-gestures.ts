import type { Point } from '#domain/geometry/rect.ts'
import { wheelZoomFactor } from '#domain/geometry/wheel-zoom.ts'

/** A stroke that is being drawn. */
export type Stroke = {
  move(events: readonly PointerEvent[]): void
  end(): void
  /** A second finger came, or Escape: nothing is kept. */
  cancel(): void
  /** A finger rests where it was put down: it takes away instead. */
  hold?(): void
}

export type StageGestures = {
  /** Scales by a factor about a point, relative to the stage's center. */
  onScale(factor: number, still: Point): void
  /** Moves the picture by so many screen pixels. */
  onMove(by: Point): void
  /** Begins a stroke; null where the press moves the view. */
  begin(event: PointerEvent): Stroke | null
  /** The pointer is over the stage; null: it has left. */
  onHover(event: PointerEvent | null): void
}

/** How long a finger rests before it takes away, and how far it may tremble meanwhile. */
const holdMs = 450
const restPixels = 6

/** Taps on one place within this time are a double tap. */
const doubleTapMs = 500

type Drawing = { readonly pointerId: number; readonly stroke: Stroke; stopWaiting(): void }

/**
 * Wheel, pinch and strokes on the stage of the editor. One finger draws, two pan and zoom: the second one undoes what the first
 * has begun. Returns the stop.
 */
export function startStageGestures(stage: HTMLElement, gestures: StageGestures): () => void {
  const listening = new AbortController()
  const options = { signal: listening.signal }
  const fingers = new Map<number, Point>()
  let drawing: Drawing | null = null
  let isPanning = false
  const shownAt = performance.now()
  let isPressed = false

  const fromMiddle = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top, width, height } = stage.getBoundingClientRect()
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }
  const spread = () => {
    const [a, b] = [...fingers.values()]
    return a && b && { middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, apart: Math.hypot(a.x - b.x, a.y - b.y) }
  }
  const stopDrawing = () => {
    const ended = drawing
    drawing = null
    ended?.stopWaiting()
    return ended?.stroke
  }

  /** Waits whether the finger rests. */
  function waitForHold(event: PointerEvent, stroke: Stroke): () => void {
    if (event.pointerType !== 'touch' || !stroke.hold) return () => {}
    const waiting = new AbortController()
    const timer = setTimeout(() => {
      waiting.abort()
      stroke.hold?.()
    }, holdMs)
    waiting.signal.addEventListener('abort', () => clearTimeout(timer))
    stage.addEventListener(
      'pointermove',
      (now) => Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) > restPixels && waiting.abort(),
      { signal: waiting.signal },
    )
    return () => waiting.abort()
  }

  stage.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      gestures.onScale(wheelZoomFactor(event), fromMiddle(event))
    },
    { ...options, passive: false },
  )
  stage.addEventListener(
    'pointerdown',
    (event) => {
      const isMiddle = event.button === 1
      if (event.button !== 0 && !isMiddle) return
      // The second of a double tap on what has opened the editor.
      if (event.pointerType === 'touch' && event.timeStamp < shownAt + doubleTapMs) return
      stage.setPointerCapture(event.pointerId)
      fingers.set(event.pointerId, fromMiddle(event))
      if (fingers.size > 1) {
        stopDrawing()?.cancel()
        isPanning = true
        return
      }
      const stroke = isMiddle ? null : gestures.begin(event)
      isPanning = stroke === null
      drawing = stroke && { pointerId: event.pointerId, stroke, stopWaiting: waitForHold(event, stroke) }
    },
    options,
  )
  stage.addEventListener(
    'mousedown',
    ({ detail }) => {
      // A double press counts on from the press that has opened the editor. It follows its `pointerdown`, which has no count, before a frame.
      if (!isPressed && detail > 1) stopDrawing()?.cancel()
      else isPressed = true
    },
    options,
  )
  stage.addEventListener(
    'pointermove',
    (event) => {
      gestures.onHover(event)
      const before = fingers.get(event.pointerId)
      if (!before) return
      if (drawing?.pointerId === event.pointerId) {
        const passed = event.getCoalescedEvents()
        drawing.stroke.move(passed.length > 0 ? passed : [event])
        return
      }
      const spreadBefore = spread()
      const now = fromMiddle(event)
      fingers.set(event.pointerId, now)
      if (!isPanning) return
      const spreadNow = spread()
      if (!spreadBefore || !spreadNow) return gestures.onMove({ x: now.x - before.x, y: now.y - before.y })
      gestures.onMove({ x: spreadNow.middle.x - spreadBefore.middle.x, y: spreadNow.middle.y - spreadBefore.middle.y })
      gestures.onScale(spreadNow.apart / Math.max(1, spreadBefore.apart), spreadNow.middle)
    },
    options,
  )
  const release = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId)) return
    if (drawing?.pointerId === event.pointerId) {
      const stroke = stopDrawing()
      if (event.type === 'pointerup') stroke?.end()
      else stroke?.cancel()
    }
    if (fingers.size === 0) isPanning = false
    if (event.pointerType !== 'mouse') gestures.onHover(null)
  }
  stage.addEventListener('pointerup', release, options)
  stage.addEventListener('pointercancel', release, options)
  stage.addEventListener('pointerleave', () => gestures.onHover(null), options)
  return () => {
    stopDrawing()?.cancel()
    listening.abort()
  }
}
