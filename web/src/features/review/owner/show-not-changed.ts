import { errorMessage } from '#web/data/http/api-error.ts'
import { showToast } from '#web/ui/toast.ts'
import { commentPanelTexts, shareTexts } from './texts.ts'

/** Reports that a change of a comment was refused. */
export const showNotChanged = (error: unknown): void =>
  showToast({
    kind: 'error',
    title: commentPanelTexts.notChanged,
    description: errorMessage(error, shareTexts.tryAgain),
  })
