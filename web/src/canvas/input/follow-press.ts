import type { Point } from '#domain/geometry/rect.ts'
import { bindKeys } from '#web/ui/keyboard.ts'

/** A press becomes a drag when the pointer has moved this far, in screen pixels. */
const defaultThreshold = 4

/** Effects of a press. Offsets are from the press, in screen pixels. */
export type PressHandlers = {
  /** Screen pixels from which a press is a drag; 0: it is one from the beginning. Default: 4. */
  readonly threshold?: number | undefined
  /** The pointer was released within 4 px of the press, and no second finger came. */
  readonly onTap?: ((release: PointerEvent) => void) | undefined
  /** @param event The move, with the moves that the browser has put into it. */
  onMove?(offset: Point, event: PointerEvent): void
  onEnd?(offset: Point): void
  /** Escape, a second finger, or the browser took the pointer over. */
  onCancel?(): void
}

/** The pointer that is being followed, and by how many; null: none. */
let followed: { readonly pointerId: number; readonly pointerType: string; count: number } | null = null

/** Whether a pen is being followed: hands that rest beside it mean nothing. */
export const isPenFollowed = (): boolean => followed?.pointerType === 'pen'

/**
 * Whether a press is that of a second finger, or of another pointer than the followed one, as a palm beside a pen: it is not followed. A pen
 * is never second to a touch, whose press has ended by then.
 */
export const isSecondPress = ({ pointerType, isPrimary, pointerId }: PointerEvent): boolean =>
  (pointerType === 'touch' && !isPrimary) || (followed?.pointerId ?? pointerId) !== pointerId

/** The bit of `PointerEvent.buttons` for each `button`: https://www.w3.org/TR/pointerevents/#the-button-property */
const bitOf: Readonly<Record<number, number>> = { 0: 1, 1: 4, 2: 2 }

/** The child of the page's body that an element is in; null where it has left the page, as a surface that gave its press to another. */
const partOfPage = (target: EventTarget | null) => (target instanceof Element ? target.closest('body > *') : null)

/**
 * Follows one pointer from its press to its release, and tells a tap from a drag. A second finger cancels it: two fingers pinch.
 * The press of a pen cancels a touch as well; that of any other pointer meanwhile is ignored. A release that is never reported (another window or the browser took it) ends a drag
 * where the pointer was last seen with its button down. A press in a menu or dialog that something in the node has opened is not followed: it
 * comes by the tree of React alone, the popup is elsewhere in the page.
 */
export function followPress(press: PointerEvent, node: Element, handlers: PressHandlers): void {
  const pressed = partOfPage(press.target)
  if (isSecondPress(press) || (pressed !== null && pressed !== partOfPage(node))) return
  const { threshold = defaultThreshold } = handlers
  let isDragging = threshold === 0
  const mine = followed ?? { pointerId: press.pointerId, pointerType: press.pointerType, count: 0 }
  mine.count++
  followed = mine

  const listening = new AbortController()
  const options = { signal: listening.signal }
  let offset: Point = { x: 0, y: 0 }

  /** A client that only waits for a tap leaves the pointer to clients that follow its moves. */
  const take = () => handlers.onMove && node.setPointerCapture(press.pointerId)
  if (isDragging) take()

  const isMine = (event: PointerEvent) => event.pointerId === press.pointerId
  const isHeld = ({ buttons }: PointerEvent) => (buttons & (bitOf[press.button] ?? 1)) !== 0
  const stop = () => {
    listening.abort()
    mine.count--
    if (mine.count === 0 && followed === mine) followed = null
  }
  const cancel = () => {
    stop()
    if (isDragging) handlers.onCancel?.()
  }
  /** Ends a press whose release was not reported: no tap, as there is no place of a release. */
  const endLost = () => {
    stop()
    if (isDragging) handlers.onEnd?.(offset)
  }
  const move = (event: PointerEvent) => {
    offset = { x: event.clientX - press.clientX, y: event.clientY - press.clientY }
    if (!isDragging && Math.hypot(offset.x, offset.y) < threshold) return
    if (!isDragging) take()
    isDragging = true
    handlers.onMove?.(offset, event)
  }

  addEventListener(
    'pointermove',
    (event) => {
      if (!isMine(event)) return
      if (isHeld(event)) move(event)
      else endLost()
    },
    options,
  )
  addEventListener(
    'pointerup',
    (event) => {
      if (!isMine(event)) return
      stop()
      offset = { x: event.clientX - press.clientX, y: event.clientY - press.clientY }
      if (isDragging) handlers.onEnd?.(offset)
      else if (Math.hypot(offset.x, offset.y) < threshold) handlers.onTap?.(event)
    },
    options,
  )
  addEventListener('pointercancel', (event) => isMine(event) && cancel(), options)
  addEventListener('lostpointercapture', (event) => isMine(event) && event.target === node && endLost(), options)
  addEventListener('blur', (event) => event.target === window && endLost(), options)
  addEventListener(
    'pointerdown',
    (event) => {
      // One press is one event, which may reach this before it reaches the node that it is forwarded to.
      if (event === press) return
      // A palm that has touched first: its stroke is dropped, and the pen is followed.
      if (press.pointerType === 'touch' && event.pointerType === 'pen') cancel()
      else if (isMine(event) || (press.pointerType === 'touch' && event.isPrimary)) endLost()
      else if (press.pointerType === 'touch' && event.pointerType === 'touch') cancel()
    },
    { ...options, capture: true },
  )
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
