/** While the zoom stays within these factors of a level's, the level serves. */
const smallestPart = 0.7
const largestPart = 1.42
/** A level that is begun while zooming out lies ahead, so that it serves for twice the way. */
const ahead = 0.75

type Zooming = {
  /** The camera's. */
  readonly zoom: number
  /** The level that is painted now; null before the first. */
  readonly current: number | null
  /** At rest a level has the very zoom of the camera: one pixel of it is one of the screen. */
  readonly pace: 'zooming' | 'panning' | 'resting'
  readonly smallest: number
}

/** The zoom of the level to paint: the present one for as long as it serves. */
export function levelZoom({ zoom, current, pace, smallest }: Zooming): number {
  if (pace === 'resting' || current === null) return zoom
  const part = zoom / current
  if (part < smallestPart) return Math.max(smallest, zoom * ahead)
  return part > largestPart ? zoom : current
}
