import { useEffect, useRef, useState } from 'react'
import { type LockedView, lockedMoved, lockedScaled, wholePictures } from '#web/canvas/picture/locked-view.ts'
import { startPictureGestures } from '#web/canvas/picture/start-picture-gestures.ts'

/** What a double click magnifies to. */
const closerFactor = 3

/** One view for all panes: a wheel, drag or pinch on any of them moves them all. */
export function useLockedView() {
  const [view, setView] = useState<LockedView>(wholePictures)
  const stops = useRef(new Map<HTMLElement, () => void>())
  useEffect(() => {
    const all = stops.current
    return () => {
      for (const stop of all.values()) stop()
      all.clear()
    }
  }, [])

  /** The ref of a pane. */
  const paneRef = useRef((pane: HTMLElement | null) => {
    for (const [known, stop] of stops.current)
      if (!known.isConnected) {
        stop()
        stops.current.delete(known)
      }
    if (!pane || stops.current.has(pane)) return
    const part = ({ x, y }: { x: number; y: number }) => ({ x: x / pane.clientWidth, y: y / pane.clientHeight })
    stops.current.set(
      pane,
      startPictureGestures(pane, {
        onScale: (factor, still) => setView((before) => lockedScaled(before, factor, part(still))),
        onMove: (by) => setView((before) => lockedMoved(before, part(by))),
        onToggle: (still) =>
          setView((before) => (before.zoom > 1 ? wholePictures : lockedScaled(before, closerFactor, part(still)))),
        onSwipe: () => {},
      }),
    )
  }).current

  return {
    paneRef,
    isWhole: view.zoom === 1,
    fit: () => setView(wholePictures),
    transform: `translate(${view.x * 100}%, ${view.y * 100}%) scale(${view.zoom})`,
  }
}
