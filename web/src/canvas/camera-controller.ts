import { useSyncExternalStore } from 'react'
import { type Camera, toScreen, type ViewportSize, visibleBoard } from '#domain/geometry/camera.ts'
import type { Point, Rect } from '#domain/geometry/rect.ts'

/** The camera counts as resting when it has not moved for this long after the frame that drew its last move. */
const restMs = 140

/** The camera of a canvas. Moves are throttled: listeners are notified at most once a frame. */
export type CameraController = ReturnType<typeof createCameraController>

/** Creates a controller at the given view. */
export function createCameraController(initial: Camera) {
  const frameListeners = new Set<() => void>()
  const restListeners = new Set<() => void>()
  let camera = initial
  let viewport: ViewportSize = { width: 0, height: 0 }
  let pendingFrame = 0
  let rest: ReturnType<typeof setTimeout> | undefined
  let stopGlide = () => {}
  /** The target of a running glide. */
  let destination: Camera | null = null

  const tellRest = () => {
    for (const listener of restListeners) listener()
  }

  /**
   * Notifies of a move that no frame has drawn yet, and counts the rest from here: counted from the move itself, the rest of a slow
   * frame would come before it. Returns whether there was one.
   */
  const flush = (): boolean => {
    if (pendingFrame === 0) return false
    cancelAnimationFrame(pendingFrame)
    pendingFrame = 0
    // A glide moves on, however long its next frame takes.
    if (destination === null) rest = setTimeout(tellRest, restMs)
    for (const listener of frameListeners) listener()
    return true
  }

  const announce = () => {
    pendingFrame ||= requestAnimationFrame(flush)
    clearTimeout(rest)
  }

  const move = (next: Camera) => {
    camera = next
    if (next === destination) destination = null
    announce()
  }

  return {
    get: () => camera,
    /** The target of a running glide, else the current camera. */
    destination: () => destination ?? camera,
    viewport: () => viewport,
    visible: (): Rect => visibleBoard(camera, viewport),

    /** Moves at once and ends a running glide. */
    set(next: Camera) {
      stopGlide()
      destination = null
      move(next)
    },

    /** Glides there over `durationMs`, or moves at once with reduced motion. */
    glideTo(target: Camera, durationMs: number) {
      stopGlide()
      destination = target
      if (matchMedia('(prefers-reduced-motion: reduce)').matches) return move(target)
      const from = camera
      const startedAt = performance.now()
      let step = requestAnimationFrame(function advance(now) {
        const progress = Math.min(1, Math.max(0, (now - startedAt) / durationMs))
        move(progress === 1 ? target : between(from, target, easeOut(progress)))
        flush()
        if (progress < 1) step = requestAnimationFrame(advance)
      })
      stopGlide = () => cancelAnimationFrame(step)
    },

    setViewport(size: ViewportSize) {
      if (size.width === viewport.width && size.height === viewport.height) return
      viewport = size
      announce()
    },

    /**
     * Draws a pending move now: whatever draws by itself calls it first, so that a frame never shows two views. Returns whether there
     * was one.
     */
    flush,

    /** Subscribes to moves, at most once a frame. */
    onFrame(listener: () => void) {
      frameListeners.add(listener)
      return () => void frameListeners.delete(listener)
    },

    /** Subscribes to the view coming to rest. */
    onRest(listener: () => void) {
      restListeners.add(listener)
      return () => void restListeners.delete(listener)
    },
  }
}

const easeOut = (progress: number) => 1 - (1 - progress) ** 3

const between = (from: Camera, to: Camera, part: number): Camera => ({
  zoom: from.zoom + (to.zoom - from.zoom) * part,
  panX: from.panX + (to.panX - from.panX) * part,
  panY: from.panY + (to.panY - from.panY) * part,
})

/** The zoom in whole percent, for a label. */
export const useZoomPercent = (controller: CameraController) =>
  useSyncExternalStore(controller.onFrame, () => Math.round(controller.get().zoom * 100))

/** A value derived from the zoom when the view rests, such as the size of the pictures to load. */
export const useZoomAtRest = <Value>(controller: CameraController, read: (zoom: number) => Value) =>
  useSyncExternalStore(controller.onRest, () => read(controller.get().zoom))

/** The time for which the view moves by itself. */
export const glideMs = 200

/** Moves the view by screen pixels. */
export function glideBy(controller: CameraController, { x, y }: Point): void {
  const camera = controller.get()
  if (x !== 0 || y !== 0) controller.glideTo({ ...camera, panX: camera.panX + x, panY: camera.panY + y }, glideMs)
}

/** Where a rectangle of the board is seen, in screen pixels. */
export function onScreen(rect: Rect, controller: CameraController): Rect {
  const camera = controller.get()
  return { ...toScreen(rect, camera), width: rect.width * camera.zoom, height: rect.height * camera.zoom }
}
