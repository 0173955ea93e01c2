/** A level is used while the zoom is within these factors of the level's. */
const smallestPart = 0.5
const largestPart = 2
/** A level that is started while zooming out is ahead of the camera, so that it is used for longer. */
const ahead = 0.7

type Zooming = {
  /** The camera's zoom. */
  readonly zoom: number
  /** The level that is painted now; null before the first. */
  readonly current: number | null
  /** At rest a level has exactly the zoom of the camera: one pixel of it is one of the screen. */
  readonly pace: 'zooming' | 'panning' | 'dragging' | 'resting'
  readonly smallest: number
}

/** The zoom of a level that can be used at once when the user zooms out from here. */
export const zoomAhead = (zoom: number, smallest: number) => Math.max(smallest, zoom * ahead)

/** The zoom of the level to paint: the present one as long as it can be used. */
export function levelZoom({ zoom, current, pace, smallest }: Zooming): number {
  if (pace === 'resting' || pace === 'dragging' || current === null) return zoom
  const part = zoom / current
  if (part < smallestPart) return zoomAhead(zoom, smallest)
  return part > largestPart ? zoom : current
}
