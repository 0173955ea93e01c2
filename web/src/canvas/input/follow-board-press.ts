import { type ScreenPoint, screenPoint, toBoard } from '#domain/geometry/camera.ts'
import { edgeScrollSpeed } from '#domain/geometry/edge-scroll.ts'
import type { Point } from '#domain/geometry/rect.ts'
import type { CameraController } from '../camera-controller.ts'
import { followPress, type PressHandlers } from './follow-press.ts'

type BoardPressHandlers = Pick<PressHandlers, 'onTap' | 'onEnd' | 'onCancel'> & { onMove?(offset: Point): void }

/**
 * Follows a press on something that lies on the board. Offsets are the board point under the pointer less the board point of the press, in canvas
 * pixels: what is dragged stays under the pointer however the view is zoomed or moved meanwhile. At its edges the view scrolls.
 */
export function followBoardPress(
  press: PointerEvent,
  node: Element,
  controller: CameraController,
  { onTap, onMove, onEnd, onCancel }: BoardPressHandlers,
): void {
  // Measured once: in each move it would lay out what the move before has changed.
  const { left, top } = node.closest('.canvas')?.getBoundingClientRect() ?? { left: 0, top: 0 }
  const pressedAt = screenPoint(press.clientX - left, press.clientY - top)
  const from = toBoard(pressedAt, controller.get())
  let pointer = pressedAt
  let stopFollowing: (() => void) | null = null

  const offsetAt = ({ x, y }: Point): Point => {
    pointer = screenPoint(pressedAt.x + x, pressedAt.y + y)
    const now = toBoard(pointer, controller.get())
    return { x: now.x - from.x, y: now.y - from.y }
  }
  const follow = () => onMove?.(offsetAt({ x: pointer.x - pressedAt.x, y: pointer.y - pressedAt.y }))
  const start = () => {
    const stops = [controller.onFrame(follow), startEdgeScroll(controller, { from: pressedAt, pointer: () => pointer })]
    return () => {
      for (const stop of stops) stop()
    }
  }
  const stop = () => {
    stopFollowing?.()
    stopFollowing = null
  }

  followPress(press, node, {
    onTap,
    onMove(offset) {
      stopFollowing ??= start()
      onMove?.(offsetAt(offset))
    },
    onEnd(offset) {
      stop()
      onEnd?.(offsetAt(offset))
    },
    onCancel() {
      stop()
      onCancel?.()
    },
  })
}

/** Time at the edge before the view scrolls: tldraw's `edgeScrollDelay`. What is dropped there at once does not scroll it. */
const edgeDelayMs = 200
/** A frame that was late scrolls no further than this. */
const maxFrameMs = 50

type EdgeDrag = { readonly from: ScreenPoint; pointer(): ScreenPoint }

/** Scrolls the view while the pointer is at an edge that it has moved towards. Returns the stop. */
function startEdgeScroll(controller: CameraController, { from, pointer }: EdgeDrag): () => void {
  let lastAt = performance.now()
  let atEdgeSince: number | null = null
  let frame = requestAnimationFrame(function scroll(now) {
    const seconds = Math.min(maxFrameMs, Math.max(0, now - lastAt)) / 1000
    lastAt = now
    const at = pointer()
    const atEdge = edgeScrollSpeed(at, controller.viewport())
    // A card that is as wide as a phone is pressed at an edge already, and dragged along it.
    const speed = {
      x: atEdge.x * (at.x - from.x) > 0 ? atEdge.x : 0,
      y: atEdge.y * (at.y - from.y) > 0 ? atEdge.y : 0,
    }
    atEdgeSince = speed.x === 0 && speed.y === 0 ? null : (atEdgeSince ?? now)
    if (atEdgeSince !== null && now - atEdgeSince >= edgeDelayMs) {
      const camera = controller.get()
      controller.set({ ...camera, panX: camera.panX - speed.x * seconds, panY: camera.panY - speed.y * seconds })
    }
    frame = requestAnimationFrame(scroll)
  })
  return () => cancelAnimationFrame(frame)
}
