import { screenPoint, zoomAbout } from '#domain/geometry/camera.ts'
import type { Point } from '#domain/geometry/rect.ts'
import type { CameraController } from './camera-controller.ts'

/** Where one finger does not pan. Two always do. */
const notBackground = 'button, a, input, textarea, [data-drag="touch"]'

const middle = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, point) => sum + point.x, 0) / points.length,
  y: points.reduce((sum, point) => sum + point.y, 0) / points.length,
})

const spread = ([first, second]: readonly Point[]) =>
  first && second ? Math.hypot(first.x - second.x, first.y - second.y) : 0

/** One finger pans, two pan and zoom one to one. Safari's trackpad pinch, which is no wheel, works too. Returns the stop. */
export function startPinching(node: HTMLElement, controller: CameraController): () => void {
  const listening = new AbortController()
  const options = { signal: listening.signal }
  const fingers = new Map<number, Point>()
  /** Whether the first finger is on the background: a single one elsewhere is handled by others. */
  let isOnBackground = false

  const place = (event: { clientX: number; clientY: number }): Point => {
    const { left, top } = node.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }

  node.addEventListener(
    'pointerdown',
    (event) => {
      if (event.pointerType !== 'touch') return
      if (fingers.size === 0) isOnBackground = event.target instanceof Element && !event.target.closest(notBackground)
      fingers.set(event.pointerId, place(event))
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
      if (after.length < 2 && !isOnBackground) return
      const from = middle(before)
      const to = middle(after)
      const camera = controller.get()
      const shifted = { ...camera, panX: camera.panX + to.x - from.x, panY: camera.panY + to.y - from.y }
      const factor = after.length === 2 && spread(before) > 0 ? spread(after) / spread(before) : 1
      controller.set(zoomAbout(shifted, screenPoint(to.x, to.y), shifted.zoom * factor))
    },
    options,
  )
  for (const name of ['pointerup', 'pointercancel'] as const)
    addEventListener(name, (event) => void fingers.delete(event.pointerId), options)

  startTrackpadPinch(node, controller, listening.signal)
  return () => listening.abort()
}

type GestureEvent = UIEvent & { readonly scale: number; readonly clientX: number; readonly clientY: number }

function startTrackpadPinch(node: HTMLElement, controller: CameraController, signal: AbortSignal): void {
  let zoomAtStart = 1
  node.addEventListener(
    'gesturestart',
    (event) => {
      event.preventDefault()
      zoomAtStart = controller.get().zoom
    },
    { signal },
  )
  node.addEventListener(
    'gesturechange',
    (event) => {
      event.preventDefault()
      const { scale, clientX, clientY } = event as GestureEvent
      const { left, top } = node.getBoundingClientRect()
      controller.set(zoomAbout(controller.get(), screenPoint(clientX - left, clientY - top), zoomAtStart * scale))
    },
    { signal },
  )
}
