/** While the zoom stays within these factors of a level's, the level serves. */
const smallestPart = 0.6
const largestPart = 1.8
/** A level that is begun while zooming out lies ahead, so that it serves for longer. */
const ahead = 0.7

type Zooming = {
  /** The camera's. */
  readonly zoom: number
  /** The level that is painted now; null before the first. */
  readonly current: number | null
  /** At rest a level has the very zoom of the camera: one pixel of it is one of the screen. */
  readonly pace: 'zooming' | 'panning' | 'resting'
  readonly smallest: number
}

/** The zoom of a level that serves at once when the person zooms out from here. */
export const zoomAhead = (zoom: number, smallest: number) => Math.max(smallest, zoom * ahead)

/** The zoom of the level to paint: the present one for as long as it serves. */
export function levelZoom({ zoom, current, pace, smallest }: Zooming): number {
  if (pace === 'resting' || current === null) return zoom
  const part = zoom / current
  if (part < smallestPart) return zoomAhead(zoom, smallest)
  return part > largestPart ? zoom : current
}
