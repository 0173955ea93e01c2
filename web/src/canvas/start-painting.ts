import type { CameraController } from './camera-controller.ts'
import { dotGrid } from './dot-grid.ts'
import { onDevicePixels } from './tiles/tile-grid.ts'

type Surfaces = {
  /** Takes the custom property `--z`, by which strokes and type keep their size on the screen. */
  root: HTMLElement
  /** Holds everything that has a place on the board. */
  world: HTMLElement
  dots: HTMLElement
}

/** Below this zoom, words can't be read and are hidden. */
const farZoom = 0.35

/** Writes the camera to the page: two transforms a frame, without rendering anything. Returns the stop. */
export function startPainting(controller: CameraController, { root, world, dots }: Surfaces): () => void {
  let restingZoom = 0

  const moveTo = ({ zoom, panX, panY }: ReturnType<CameraController['get']>) => {
    world.style.transform = `translate(${panX}px, ${panY}px) scale(${zoom})`
  }

  const paint = () => {
    const camera = controller.get()
    moveTo(camera.zoom === restingZoom ? onDevicePixels(camera, devicePixelRatio) : camera)
    // Only while it moves: a promoted layer keeps the sharpness of the zoom it was drawn at.
    world.style.willChange = 'transform'
    const grid = dotGrid(camera)
    dots.style.transform = `translate(${grid.x}px, ${grid.y}px)`
    dots.style.backgroundSize = `${grid.step}px ${grid.step}px`
  }

  const settle = () => {
    const camera = controller.get()
    moveTo(onDevicePixels(camera, devicePixelRatio))
    world.style.willChange = ''
    if (camera.zoom === restingZoom) return
    // It restyles every card in the page, so it waits for the end of the gesture.
    restingZoom = camera.zoom
    root.style.setProperty('--z', String(camera.zoom))
    root.toggleAttribute('data-far', camera.zoom < farZoom)
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
