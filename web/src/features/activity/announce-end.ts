import type { GenerationShape } from '#contract/generation.ts'
import type { Toast } from '#web/ui/toast.ts'
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
