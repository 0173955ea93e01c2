import { screenPoint, zoomAbout } from '#domain/geometry/camera.ts'
import { wheelZoomFactor } from '#domain/geometry/wheel-zoom.ts'
import { bindKeys, pressesControl } from '#web/ui/keyboard.ts'
import type { CameraController } from '../camera-controller.ts'
import { followPinches } from './follow-pinches.ts'
import { followPress } from './follow-press.ts'

/**
 * Two fingers pan and zoom one to one; the one that stays of them goes on panning. Safari's trackpad pinch, which is no wheel, works too.
 * Returns the stop.
 */
function startPinching(node: HTMLElement, controller: CameraController): () => void {
  const listening = new AbortController()
  const stop = followPinches(node, ({ from, to, factor }) => {
    const camera = controller.get()
    const shifted = { ...camera, panX: camera.panX + to.x - from.x, panY: camera.panY + to.y - from.y }
    controller.set(zoomAbout(shifted, screenPoint(to.x, to.y), shifted.zoom * factor))
  })
  startTrackpadPinch(node, controller, listening.signal)
  return () => {
    stop()
    listening.abort()
  }
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
