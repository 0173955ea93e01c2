import { useEffect } from 'react'
import type { LiveSession } from '#web/data/live/live-session.ts'
import { guardLeaving } from '#web/ui/leave-guard.ts'

/** Asks on every page before it is closed while something is still being sent: it would be lost. */
export function useTaskGuard({ tasks: { running } }: LiveSession): void {
  useEffect(() => guardLeaving(running, () => running.get().length > 0), [running])
}
