import { screenPoint, zoomAbout } from '#domain/geometry/camera.ts'
import { wheelZoomFactor } from '#domain/geometry/wheel-zoom.ts'
import type { CameraController } from './camera-controller.ts'
import { startPanning } from './start-panning.ts'
import { startPinching } from './start-pinching.ts'

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
