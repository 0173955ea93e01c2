import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Point } from '#domain/geometry/rect.ts'
import { kept, type PictureView, placed, type Size, scaledAbout, toggledZoom } from './picture-view.ts'
import { startPictureGestures } from './start-picture-gestures.ts'

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
