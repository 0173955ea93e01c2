import { useSyncExternalStore } from 'react'
import type { Rect } from '#domain/geometry/rect.ts'
import type { CameraController } from './camera-controller.ts'
import { coverage } from './culling.ts'

const covers = new WeakMap<CameraController, Rect>()

function currentCoverage(controller: CameraController): Rect {
  const visible = controller.visible()
  const next = coverage(covers.get(controller) ?? visible, visible)
  covers.set(controller, next)
  return next
}

/** The part of the board that has to be rendered. Changes only when the view leaves it, not with every frame. */
export const useCoverage = (controller: CameraController) =>
  useSyncExternalStore(controller.onFrame, () => currentCoverage(controller))
