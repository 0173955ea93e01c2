import { useEffect } from 'react'
import type { LiveSession } from '#web/data/live/live-session.ts'
import { showToast } from '#web/ui/toast.ts'
import { announcementOf } from './announce-end.ts'

/** Generations that were announced already: a retried image ends its generation again. */
const announced = new Set<string>()

/** Announces each generation once when it is done or has failed, on every page. */
export function useAnnouncements(session: LiveSession): void {
  useEffect(() => {
    return session.onGenerationEnd((generation) => {
      const announcement = announcementOf(generation)
      const key = `${generation.id} ${announcement?.kind}`
      if (!announcement || announced.has(key)) return
      announced.add(key)
      showToast(announcement)
    })
  }, [session])
}
