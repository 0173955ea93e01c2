import type { Point } from '#domain/geometry/rect.ts'
import { wheelZoomFactor } from '#domain/geometry/wheel-zoom.ts'
import { followPinches } from '#web/canvas/input/follow-pinches.ts'
import { followPress, isSecondPress } from '#web/canvas/input/follow-press.ts'

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

/** The time that a finger rests before it takes away, and the distance that it may tremble meanwhile. */
const holdMs = 450
const restPixels = 6

/** Taps on one place within this time are a double tap. */
const doubleTapMs = 500

/**
 * Wheel, pinch and strokes on the stage of the editor. One finger draws, two pan and zoom: the second one undoes what the first
 * has begun. Returns the stop.
 */
export function startStageGestures(stage: HTMLElement, gestures: StageGestures): () => void {
  const listening = new AbortController()
  const options = { signal: listening.signal }
  let drawn: Stroke | null = null
  const shownAt = performance.now()
  let isPressed = false

  const fromMiddle = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top, width, height } = stage.getBoundingClientRect()
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }
  const takeBack = () => {
    drawn?.cancel()
    drawn = null
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
  /** Follows a press that draws, from its first pixel on. */
  function draw(press: PointerEvent, stroke: Stroke): void {
    drawn = stroke
    const stopWaiting = waitForHold(press, stroke)
    const end = (finish: 'end' | 'cancel') => {
      stopWaiting()
      // It may have been taken back meanwhile.
      if (drawn === stroke) stroke[finish]()
      drawn = null
    }
    followPress(press, stage, {
      threshold: 0,
      onMove(_offset, event) {
        if (drawn !== stroke) return
        const passed = event.getCoalescedEvents()
        stroke.move(passed.length > 0 ? passed : [event])
      },
      onEnd: () => end('end'),
      onCancel: () => end('cancel'),
    })
  }
  function pan(press: PointerEvent): void {
    let last: Point = { x: 0, y: 0 }
    followPress(press, stage, {
      threshold: 0,
      onMove(offset) {
        gestures.onMove({ x: offset.x - last.x, y: offset.y - last.y })
        last = offset
      },
    })
  }
  stage.addEventListener(
    'pointerdown',
    (event) => {
      const isMiddle = event.button === 1
      const isTouch = event.pointerType === 'touch'
      if ((event.button !== 0 && !isMiddle) || isSecondPress(event)) return
      // The second of a double tap on what has opened the editor.
      if (isTouch && event.timeStamp < shownAt + doubleTapMs) return
      const stroke = isMiddle ? null : gestures.begin(event)
      if (stroke) draw(event, stroke)
      else pan(event)
    },
    options,
  )
  stage.addEventListener(
    'mousedown',
    ({ detail }) => {
      // A double press counts on from the press that has opened the editor. It follows its `pointerdown`, which has no count, before a frame.
      if (!isPressed && detail > 1) takeBack()
      else isPressed = true
    },
    options,
  )
  stage.addEventListener('pointermove', gestures.onHover, options)
  for (const name of ['pointerup', 'pointercancel'] as const)
    stage.addEventListener(name, ({ pointerType }) => pointerType !== 'mouse' && gestures.onHover(null), options)
  stage.addEventListener('pointerleave', () => gestures.onHover(null), options)
  const stopPinches = followPinches(stage, ({ from, to, factor }) => {
    gestures.onMove({ x: to.x - from.x, y: to.y - from.y })
    gestures.onScale(factor, { x: to.x - stage.clientWidth / 2, y: to.y - stage.clientHeight / 2 })
  })
  return () => {
    takeBack()
    stopPinches()
    listening.abort()
  }
}
