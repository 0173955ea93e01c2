import { useEffect } from 'react'
import type { BoardView } from '../../board-view.ts'

/** Whoever only passes over a line sees nothing. */
const openDelayMs = 300
/** Time enough to go from the line to what it has opened. */
const closeDelayMs = 250

/** What the pointer rests on keeps open what the line has opened. */
const keepsOpen = () => document.querySelector('.difference:is(:hover, :focus-within)') !== null

/** Shows what changed along a branch a moment after it is pointed at, and no longer a moment after it is not. */
export function useInspecting(view: BoardView): void {
  useEffect(() => {
    const { inspected } = view.lineage
    let timer: ReturnType<typeof setTimeout> | undefined

    const leave = () => {
      timer = setTimeout(() => {
        if (inspected.get()?.by !== 'pointer') return
        if (keepsOpen()) leave()
        else inspected.set(null)
      }, closeDelayMs)
    }
    const stopTracing = view.traced.subscribe(() => {
      clearTimeout(timer)
      const traced = view.traced.get()
      if (inspected.get()?.by === 'press') return
      if (!traced) return leave()
      timer = setTimeout(() => inspected.set({ ...traced, by: 'pointer' }), openDelayMs)
    })
    // It points at a place of the screen, which is another one of the canvas now.
    const stopFollowing = view.controller.onFrame(() => {
      if (inspected.get()?.by === 'pointer') inspected.set(null)
    })
    return () => {
      clearTimeout(timer)
      stopTracing()
      stopFollowing()
    }
  }, [view])
}
