import { useEffect } from 'react'
import type { BoardSession } from '#web/features/board/board-session.ts'

/** A pointer that only passes over a line opens nothing. */
const openDelayMs = 300
/** Time enough to go from the line to what it has opened. */
const closeDelayMs = 250

/** What the pointer rests on keeps open what the line has opened. */
const keepsOpen = () => document.querySelector('.difference:is(:hover, :focus-within)') !== null

/** Shows what changed along a branch a moment after it is pointed at, and no longer a moment after it is not. */
export function useInspecting(session: BoardSession): void {
  useEffect(() => {
    const { overlays } = session
    const openedBy = () => overlays.find('difference')?.by
    let timer: ReturnType<typeof setTimeout> | undefined

    const leave = () => {
      timer = setTimeout(() => {
        if (openedBy() !== 'pointer') return
        if (keepsOpen()) leave()
        else overlays.close('difference')
      }, closeDelayMs)
    }
    const stopTracing = session.traced.subscribe(() => {
      clearTimeout(timer)
      const traced = session.traced.get()
      if (openedBy() === 'press') return
      if (!traced) return leave()
      timer = setTimeout(() => overlays.open({ kind: 'difference', ...traced, by: 'pointer' }), openDelayMs)
    })
    // It points at a place of the screen, which is another one of the canvas now.
    const stopFollowing = session.controller.onFrame(() => {
      if (openedBy() === 'pointer') overlays.close('difference')
    })
    return () => {
      clearTimeout(timer)
      stopTracing()
      stopFollowing()
    }
  }, [session])
}
