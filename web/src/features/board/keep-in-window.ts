import type { CameraController } from '#web/canvas/camera-controller.ts'
import { dockWidth } from '#web/canvas/move-view.ts'
import { phoneQuery } from '#web/ui/browser-state.ts'

/** Kept free at the sides of the window, in screen pixels; at the left also the dock. */
const margin = 12

/** Moves what floats over the canvas sideways, by its `--shift`, so that all of it is in the window and beside the dock. */
export function keepInWindow(float: HTMLElement, controller: CameraController): void {
  float.style.setProperty('--shift', '0px')
  const { left, right } = float.getBoundingClientRect()
  const shift = Math.min(0, controller.viewport().width - margin - right)
  const least = matchMedia(phoneQuery).matches ? margin : dockWidth
  float.style.setProperty('--shift', `${Math.max(shift, least - left)}px`)
}
