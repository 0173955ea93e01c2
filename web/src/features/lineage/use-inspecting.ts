import { useEffect } from 'react'
import type { BoardSession } from '#web/features/board/board-session.ts'

/** A pointer that only passes over a line opens nothing. */
const openDelayMs = 300
/** Long enough to move from the line to the popover. */
const closeDelayMs = 250

/** Hovering the popover keeps it open. */
const keepsOpen = () => document.querySelector('.difference:is(:hover, :focus-within)') !== null

/** Opens the popover of a branch a moment after it is hovered, and closes it a moment after the pointer has left. */
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
    // It is anchored to a point of the screen, which is another one of the canvas now.
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
