import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Point } from '#domain/geometry/rect.ts'
import { wheelZoomFactor } from '#domain/geometry/wheel-zoom.ts'
import { followPinches } from '../input/follow-pinches.ts'
import { followPress } from '../input/follow-press.ts'

/** Pixels of the screen. */
export type Size = { readonly width: number; readonly height: number }

/**
 * The view of a picture: fitted into the viewport, or at a scale of screen pixels per picture pixel, with its center
 * moved by `x` and `y` from the viewport's.
 */
export type PictureView = 'fit' | (Point & { readonly scale: number })

/** The largest magnification: four screen pixels per picture pixel. */
const maxScale = 4

/** The scale at which the whole picture fits the viewport; never above its own size. */
export const fitScale = (picture: Size, room: Size) =>
  Math.min(1, room.width / picture.width, room.height / picture.height)

/** The scale and the offset in numbers, for any view. */
export function placed(view: PictureView, picture: Size, room: Size): Exclude<PictureView, 'fit'> {
  return view === 'fit' ? { scale: fitScale(picture, room), x: 0, y: 0 } : view
}

/** Keeps the picture's edges outside the viewport's, or the picture centered where it is smaller. */
export function kept(view: PictureView, picture: Size, room: Size): PictureView {
  if (view === 'fit' || view.scale <= fitScale(picture, room)) return 'fit'
  const most = {
    x: Math.max(0, (picture.width * view.scale - room.width) / 2),
    y: Math.max(0, (picture.height * view.scale - room.height) / 2),
  }
  return { scale: view.scale, x: clamp(view.x, most.x), y: clamp(view.y, most.y) }
}

const clamp = (value: number, most: number) => Math.min(most, Math.max(-most, value))

/**
 * Scales by a factor while the point of the picture under `still`, relative to the viewport's center, stays under it.
 */
export function scaledAbout(
  view: PictureView,
  factor: number,
  still: Point,
  sizes: { picture: Size; room: Size },
): PictureView {
  const { picture, room } = sizes
  const before = placed(view, picture, room)
  const scale = Math.min(Math.max(maxScale, before.scale), before.scale * factor)
  const ratio = scale / before.scale
  const next = { scale, x: still.x - (still.x - before.x) * ratio, y: still.y - (still.y - before.y) * ratio }
  return kept(next, picture, room)
}

/** Toggles between fitted and full size; full size keeps the point under `still`. */
export function toggledZoom(view: PictureView, still: Point, sizes: { picture: Size; room: Size }): PictureView {
  if (view !== 'fit') return 'fit'
  return scaledAbout('fit', 1 / fitScale(sizes.picture, sizes.room), still, sizes)
}

/**
 * One view of several pictures at once: how far they are magnified beyond fitting their viewports, and how far their
 * centers are moved, as fractions of a viewport's width and height. So it applies to viewports of any size.
 */
export type LockedView = Point & { readonly zoom: number }

/** The whole of each picture. */
export const wholePictures: LockedView = { zoom: 1, x: 0, y: 0 }

const maxZoom = 12

/** Keeps the viewport filled as far as the fitted picture filled it. */
function held({ zoom, x, y }: LockedView): LockedView {
  const most = (zoom - 1) / 2
  const clamp = (value: number) => Math.min(most, Math.max(-most, value))
  return { zoom, x: clamp(x), y: clamp(y) }
}

/**
 * Magnifies by a factor about a fixed point.
 * @param still From the viewport's center, as fractions of its width and height.
 */
export function lockedScaled({ zoom, x, y }: LockedView, factor: number, still: Point): LockedView {
  const next = Math.min(maxZoom, Math.max(1, zoom * factor))
  const ratio = next / zoom
  return held({ zoom: next, x: still.x - (still.x - x) * ratio, y: still.y - (still.y - y) * ratio })
}

/** Moves by fractions of the viewport's width and height. */
export const lockedMoved = ({ zoom, x, y }: LockedView, by: Point): LockedView =>
  held({ zoom, x: x + by.x, y: y + by.y })

/** The sideways movement of a finger that counts as a swipe, in screen pixels. */
const swipeLength = 48

type PictureGestures = {
  /** Scales by a factor about a point, relative to the viewport's center. */
  onScale(factor: number, still: Point): void
  /** Moves the picture by so many screen pixels. */
  onMove(by: Point): void
  onToggle(still: Point): void
  /** A finger has swiped the picture away, to this side. */
  onSwipe(side: 'left' | 'right'): void
}

/** Wheel, drag, pinch, swipe and double click on the viewport of a picture. Returns the stop. */
export function startPictureGestures(
  room: HTMLElement,
  { onScale, onMove, onToggle, onSwipe }: PictureGestures,
): () => void {
  const listening = new AbortController()
  const options = { signal: listening.signal }
  const fromMiddle = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top, width, height } = room.getBoundingClientRect()
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }

  room.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      onScale(wheelZoomFactor(event), fromMiddle(event))
    },
    { ...options, passive: false },
  )
  room.addEventListener(
    'pointerdown',
    (press) => press.button === 0 && followPan(press, room, { onMove, onSwipe }),
    options,
  )
  room.addEventListener('dblclick', (event) => onToggle(fromMiddle(event)), options)
  const stopPinches = followPinches(room, ({ from, to, factor }) => {
    onMove({ x: to.x - from.x, y: to.y - from.y })
    onScale(factor, { x: to.x - room.clientWidth / 2, y: to.y - room.clientHeight / 2 })
  })
  return () => {
    stopPinches()
    listening.abort()
  }
}

/** Moves a picture with one pointer, or swipes it away with a finger. */
function followPan(
  press: PointerEvent,
  room: HTMLElement,
  { onMove, onSwipe }: Pick<PictureGestures, 'onMove' | 'onSwipe'>,
): void {
  let last: Point = { x: 0, y: 0 }
  followPress(press, room, {
    onMove(offset) {
      onMove({ x: offset.x - last.x, y: offset.y - last.y })
      last = offset
    },
    onEnd({ x, y }) {
      const isLevel = Math.abs(x) > 2 * Math.abs(y)
      if (press.pointerType === 'touch' && isLevel && Math.abs(x) >= swipeLength) onSwipe(x < 0 ? 'left' : 'right')
    },
  })
}

const middle: Point = { x: 0, y: 0 }

/**
 * The view of a picture, changed by wheel, drag, pinch and double click; each picture starts fitted. Its own size is in
 * device pixels, so that 100 % is as sharp as possible.
 */
export function usePictureView(image: Size & { readonly id: string }, onSwipe: (side: 'left' | 'right') => void) {
  // In the state, because a dialog renders its content after the first effects have run.
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [room, setRoom] = useState<Size>({ width: 1, height: 1 })
  const [state, setState] = useState<{ id: string; view: PictureView }>({ id: image.id, view: 'fit' })
  const view = state.id === image.id ? state.view : 'fit'
  const isFitted = view === 'fit'
  const width = image.width / devicePixelRatio
  const height = image.height / devicePixelRatio
  // Read by running gestures: restarted after each step, they would lose their fingers.
  const latest = useRef({ onSwipe, isFitted, sizes: { picture: { width, height }, room } })
  latest.current = { onSwipe, isFitted, sizes: { picture: { width, height }, room } }

  const change = useCallback(
    (next: (before: PictureView) => PictureView) =>
      setState((before) => ({ id: image.id, view: next(before.id === image.id ? before.view : 'fit') })),
    [image.id],
  )

  useLayoutEffect(() => {
    if (!element) return
    const measure = () => setRoom({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [element])

  useEffect(() => {
    if (!element) return
    const sizes = () => latest.current.sizes
    return startPictureGestures(element, {
      onScale: (factor, still) => change((before) => scaledAbout(before, factor, still, sizes())),
      onMove: (by) =>
        change((before) => {
          if (before === 'fit') return before
          return kept({ ...before, x: before.x + by.x, y: before.y + by.y }, sizes().picture, sizes().room)
        }),
      // A picture that is larger than its viewport is moved, not swiped away.
      onSwipe: (side) => latest.current.isFitted && latest.current.onSwipe(side),
      onToggle: (still) => change((before) => toggledZoom(before, still, sizes())),
    })
  }, [change, element])

  const picture = { width, height }
  return {
    roomRef: setElement,
    picture,
    placed: placed(view, picture, room),
    isFitted,
    toggle: () => change((before) => toggledZoom(before, middle, { picture, room })),
  }
}
