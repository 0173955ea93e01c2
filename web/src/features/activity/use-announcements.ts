import { useEffect } from 'react'
import { onGenerationEnd } from '#web/data/live.ts'
import { showToast } from '#web/ui/toast.ts'
import { announcementOf } from './announce-end.ts'

/** Says once of each generation that it is done or has failed, whichever page is open. */
export function useAnnouncements(): void {
  useEffect(() => {
    const announced = new Set<string>()
    return onGenerationEnd((generation) => {
      const announcement = announcementOf(generation)
      const key = `${generation.id} ${announcement?.kind}`
      if (!announcement || announced.has(key)) return
      announced.add(key)
      showToast(announcement)
    })
  }, [])
}
