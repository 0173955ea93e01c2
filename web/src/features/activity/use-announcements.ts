import { useEffect } from 'react'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { LiveSession } from '#web/data/live/live-session.ts'
import { showToast, type Toast } from '#web/ui/toast.ts'
import { activityTexts } from './texts.ts'

/** The announcement of an ended generation; null where the user canceled it. */
export function announcementOf(generation: GenerationShape): Toast | null {
  switch (generation.status) {
    case 'completed': {
      const description = generation.parentGenerationId ? activityTexts.edited : activityTexts.generated
      return { kind: 'success', title: activityTexts.success, description }
    }
    case 'failed': {
      const reason = generation.images.find((image) => image.error)?.error?.message
      return {
        kind: 'error',
        title: activityTexts.failed,
        description: reason || activityTexts.failedWithoutReason,
      }
    }
    case 'cancelled':
    case 'queued':
    case 'running':
      return null
  }
}

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
