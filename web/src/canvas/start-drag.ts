import type { Point } from '#domain/geometry/rect.ts'
import { bindKeys } from '#web/ui/keyboard.ts'

/** A press becomes a drag when the pointer has moved this far, in screen pixels. */
const threshold = 4

type DragHandlers = {
  /** @param offset How far the pointer has moved since the press, in screen pixels. */
  onMove(offset: Point): void
  onEnd(offset: Point): void
  /** Escape, or the browser took the pointer over. */
  onCancel(): void
  /** It was only a press. */
  onPress(): void
}

/** Follows one pointer from its press to its release. A finger beside another one pinches, and drags nothing. */
export function startDrag(press: PointerEvent, node: Element, handlers: DragHandlers): void {
  if (press.pointerType === 'touch' && !press.isPrimary) return
  const listening = new AbortController()
  const options = { signal: listening.signal }
  let isDragging = false

  const offsetOf = (event: PointerEvent): Point => ({
    x: event.clientX - press.clientX,
    y: event.clientY - press.clientY,
  })
  const isMine = (event: PointerEvent) => event.pointerId === press.pointerId

  const cancel = () => {
    listening.abort()
    if (isDragging) handlers.onCancel()
  }

  addEventListener(
    'pointermove',
    (event) => {
      if (!isMine(event)) return
      const offset = offsetOf(event)
      if (!isDragging && Math.hypot(offset.x, offset.y) < threshold) return
      if (!isDragging) node.setPointerCapture(press.pointerId)
      isDragging = true
      handlers.onMove(offset)
    },
    options,
  )
  addEventListener(
    'pointerup',
    (event) => {
      if (!isMine(event)) return
      listening.abort()
      if (isDragging) handlers.onEnd(offsetOf(event))
      else handlers.onPress()
    },
    options,
  )
  addEventListener('pointercancel', (event) => isMine(event) && cancel(), options)
  // A second finger makes it a pinch, also on what keeps its press to itself.
  addEventListener('pointerdown', (event) => !isMine(event) && cancel(), { ...options, capture: true })
  const unbind = bindKeys({
    layer: 'drag',
    press(event) {
      if (event.key !== 'Escape') return false
      cancel()
      return isDragging
    },
  })
  listening.signal.addEventListener('abort', unbind)
}
