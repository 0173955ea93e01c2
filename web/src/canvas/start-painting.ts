import type { CameraController } from './camera-controller.ts'
import { dotGrid } from './dot-grid.ts'

type Surfaces = {
  /** Takes the custom property `--z`, by which strokes and type keep their size on the screen. */
  root: HTMLElement
  /** Holds everything that has a place on the board. */
  world: HTMLElement
  dots: HTMLElement
}

/** `--z` restyles every card in view, so during a gesture it follows only when the zoom has changed by this factor. */
const zoomTolerance = 1.3
/** Below this zoom, words can't be read and are hidden. */
const farZoom = 0.35

/** Writes the camera to the page: two transforms a frame, without rendering anything. Returns the stop. */
export function startPainting(controller: CameraController, { root, world, dots }: Surfaces): () => void {
  let writtenZoom = 0

  const writeZoom = (zoom: number) => {
    if (zoom === writtenZoom) return
    writtenZoom = zoom
    root.style.setProperty('--z', String(zoom))
    root.toggleAttribute('data-far', zoom < farZoom)
  }

  const paint = () => {
    const { zoom, panX, panY } = controller.get()
    world.style.transform = `translate(${panX}px, ${panY}px) scale(${zoom})`
    // Only while it moves: a promoted layer keeps the sharpness of the zoom it was drawn at.
    world.style.willChange = 'transform'
    const grid = dotGrid(controller.get())
    dots.style.transform = `translate(${grid.x}px, ${grid.y}px)`
    dots.style.backgroundSize = `${grid.step}px ${grid.step}px`
    if (Math.max(zoom / writtenZoom, writtenZoom / zoom) > zoomTolerance) writeZoom(zoom)
  }

  const settle = () => {
    const { zoom, panX, panY } = controller.get()
    const inDevicePixels = (value: number) => Math.round(value * devicePixelRatio) / devicePixelRatio
    world.style.transform = `translate(${inDevicePixels(panX)}px, ${inDevicePixels(panY)}px) scale(${zoom})`
    world.style.willChange = ''
    writeZoom(zoom)
  }

  paint()
  settle()
  const stopFrame = controller.onFrame(paint)
  const stopRest = controller.onRest(settle)
  return () => {
    stopFrame()
    stopRest()
  }
}
