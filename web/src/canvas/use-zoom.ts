import { useSyncExternalStore } from 'react'
import type { CameraController } from './camera-controller.ts'

/** The zoom in whole percent, for a label. */
export const useZoomPercent = (controller: CameraController) =>
  useSyncExternalStore(controller.onFrame, () => Math.round(controller.get().zoom * 100))

/** A value derived from the zoom when the view rests, such as the size of the pictures to load. */
export const useZoomAtRest = <Value>(controller: CameraController, read: (zoom: number) => Value) =>
  useSyncExternalStore(controller.onRest, () => read(controller.get().zoom))
