import type { ScreenPoint, ViewportSize } from './camera.ts'
import type { Point } from './rect.ts'

/** Depth of the zone along each edge that scrolls, in screen pixels. */
const edgeDepth = 24
/** Speed at the edge and beyond it, in screen pixels per second: that of React Flow's auto-pan, 15 a frame at 60 Hz. */
const maxSpeed = 900

/** Part of the full speed along one axis, from -1 to 1. */
const speedAlong = (at: number, size: number): number => {
  const low = (edgeDepth - at) / edgeDepth
  const high = (at - (size - edgeDepth)) / edgeDepth
  return Math.min(1, Math.max(0, high)) - Math.min(1, Math.max(0, low))
}

/** Returns how fast the view scrolls while something is dragged at this point, in screen pixels per second; zero away from its edges. */
export const edgeScrollSpeed = (at: ScreenPoint, { width, height }: ViewportSize): Point => ({
  x: maxSpeed * speedAlong(at.x, width),
  y: maxSpeed * speedAlong(at.y, height),
})
