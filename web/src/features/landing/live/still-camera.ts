import type { Camera } from '#domain/geometry/camera.ts'

/** The view in which the canvas shows the cards exactly where the still picture has them. */
export function stillCamera(board: HTMLElement | null): Camera {
  const around = board?.parentElement?.getBoundingClientRect()
  if (!board || !around) return { zoom: 1, panX: 0, panY: 0 }
  const { left, top, width } = board.getBoundingClientRect()
  return { zoom: width / board.offsetWidth, panX: left - around.left, panY: top - around.top }
}
