import type { CameraController } from './camera-controller.ts'
import { restingDotGrid, scaledDotGrid } from './dot-grid.ts'
import { onDevicePixels } from './tiles/tile-grid.ts'

/** Below this zoom, text is unreadable and hidden. */
export const farZoom = 0.35

type Surfaces = {
  /** Receives the custom property `--z`, by which strokes and type keep their size on the screen. */
  root: HTMLElement
  /** Contains everything with a place on the board. */
  world: HTMLElement
  /** What lies below the world, and moves with it: large and plain. */
  ground: HTMLElement | null
  dots: HTMLElement
}

/** Writes the camera to the page: two transforms a frame, without rendering anything. Returns the stop. */
export function startPainting(controller: CameraController, { root, world, ground, dots }: Surfaces): () => void {
  const moved = ground ? [ground, world] : [world]
  const kept = [world, dots]
  let restingZoom = 0

  const moveTo = ({ zoom, panX, panY }: ReturnType<CameraController['get']>) => {
    // In three dimensions: a layer of its own, which a pan moves without painting it.
    const transform = `translate3d(${panX}px, ${panY}px, 0) scale(${zoom})`
    for (const { style } of moved) style.transform = transform
  }

  const paint = () => {
    const camera = controller.get()
    const isZooming = camera.zoom !== restingZoom
    moveTo(isZooming ? camera : onDevicePixels(camera, devicePixelRatio))
    // Only during a zoom: layers then keep their resolution, and are not painted in every frame. The ground is: it reaches over
    // the whole board, which at that resolution is a hundred times the view.
    for (const { style } of kept) style.willChange = isZooming ? 'transform' : ''
    placeDots(isZooming ? scaledDotGrid(camera) : restingDotGrid(camera, devicePixelRatio))
  }

  const placeDots = ({ step, x, y, scale }: ReturnType<typeof scaledDotGrid>) => {
    const size = `${step}px ${step}px`
    if (dots.style.backgroundSize !== size) dots.style.backgroundSize = size
    dots.style.transform = `translate3d(${x}px, ${y}px, 0)${scale === 1 ? '' : ` scale(${scale})`}`
  }

  const settle = () => {
    const camera = controller.get()
    moveTo(onDevicePixels(camera, devicePixelRatio))
    for (const { style } of kept) style.willChange = ''
    placeDots(restingDotGrid(camera, devicePixelRatio))
    if (camera.zoom === restingZoom) return
    // Restyles every card in the page, so it waits for the end of the gesture.
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
