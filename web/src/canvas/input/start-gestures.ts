import { screenPoint, zoomAbout } from '#domain/geometry/camera.ts'
import type { Point } from '#domain/geometry/rect.ts'
import { wheelZoomFactor } from '#domain/geometry/wheel-zoom.ts'
import { bindKeys, pressesControl } from '#web/ui/keyboard.ts'
import type { CameraController } from '../camera-controller.ts'
import { followPress } from './follow-press.ts'

const middle = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, point) => sum + point.x, 0) / points.length,
  y: points.reduce((sum, point) => sum + point.y, 0) / points.length,
})

const spread = ([first, second]: readonly Point[]) =>
  first && second ? Math.hypot(first.x - second.x, first.y - second.y) : 0

/**
 * Two fingers pan and zoom one to one; the one that stays of them goes on panning. Safari's trackpad pinch, which is no wheel, works too.
 * Returns the stop.
 */
function startPinching(node: HTMLElement, controller: CameraController): () => void {
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
      if (!isPinch) return
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

/** Selectors of elements that a press does not pan from: controls, fields, and elements with a drag of their own; a finger pans from more of them. */
const notBackground = {
  pointer: 'button, a, input, textarea, [data-drag]',
  finger: 'button, a, input, textarea, [data-drag="touch"]',
}

/** Drags the background. Space, the hand or the middle button drag from anywhere. Returns the stop. */
function startPanning(node: HTMLElement, controller: CameraController): () => void {
  const listening = new AbortController()
  let isSpaceDown = false

  const pansFromAnywhere = ({ button, pointerType }: PointerEvent) =>
    pointerType !== 'touch' && (button === 1 || (button === 0 && (isSpaceDown || node.dataset.tool === 'hand')))
  const isOnBackground = ({ button, pointerType, target }: PointerEvent) =>
    button === 0 &&
    target instanceof Element &&
    !target.closest(notBackground[pointerType === 'touch' ? 'finger' : 'pointer'])

  const pan = (press: PointerEvent) => {
    let last = { x: 0, y: 0 }
    const end = () => void delete node.dataset.panning
    followPress(press, node, {
      onMove({ x, y }) {
        node.dataset.panning = ''
        const camera = controller.get()
        controller.set({ ...camera, panX: camera.panX + x - last.x, panY: camera.panY + y - last.y })
        last = { x, y }
      },
      onEnd: end,
      onCancel: end,
    })
  }

  node.addEventListener(
    'pointerdown',
    (event) => {
      if (pansFromAnywhere(event)) {
        event.preventDefault()
        event.stopPropagation()
        pan(event)
      } else if (isOnBackground(event)) pan(event)
    },
    { signal: listening.signal, capture: true },
  )

  // On Linux, releasing the middle button pastes what is selected somewhere.
  node.addEventListener('pointerup', (event) => event.button === 1 && event.preventDefault(), {
    signal: listening.signal,
  })

  const letGo = () => {
    isSpaceDown = false
    delete node.dataset.grab
  }
  const unbind = bindKeys({
    layer: 'page',
    press(event) {
      if (event.code !== 'Space' || pressesControl(event)) return false
      isSpaceDown = true
      node.dataset.grab = ''
      return true
    },
    release: letGo,
  })
  return () => {
    listening.abort()
    unbind()
  }
}

/** Wheel, drag, pinch and two fingers on the canvas's viewport. Returns the stop. */
export function startGestures(node: HTMLElement, controller: CameraController): () => void {
  const stops = [startWheel(node, controller), startPanning(node, controller), startPinching(node, controller)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** The wheel zooms at the pointer; a sideways wheel pans. */
function startWheel(node: HTMLElement, controller: CameraController): () => void {
  const turn = (event: WheelEvent) => {
    event.preventDefault()
    const camera = controller.get()
    if (event.deltaY === 0) return controller.set({ ...camera, panX: camera.panX - event.deltaX })
    controller.set(zoomAbout(camera, pointIn(node, event), camera.zoom * wheelZoomFactor(event)))
  }
  node.addEventListener('wheel', turn, { passive: false })
  return () => node.removeEventListener('wheel', turn)
}

/** The place of the pointer, from the top left of the viewport. */
export function pointIn(node: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }) {
  const { left, top } = node.getBoundingClientRect()
  return screenPoint(clientX - left, clientY - top)
}
