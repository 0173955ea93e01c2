import { useEffect } from 'react'
import type { LiveSession } from '#web/data/live/live-session.ts'

/** Asks on every page before it is closed while something is still being sent: it would be lost. */
export function useTaskGuard({ tasks }: LiveSession): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (tasks.running.get().length > 0) event.preventDefault()
    }
    const follow = () => {
      // Only while it is needed: a page with such a listener is not kept for going back.
      if (tasks.running.get().length > 0) addEventListener('beforeunload', ask)
      else removeEventListener('beforeunload', ask)
    }
    follow()
    const stop = tasks.running.subscribe(follow)
    return () => {
      stop()
      removeEventListener('beforeunload', ask)
    }
  }, [tasks])
}
