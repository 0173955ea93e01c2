import { errorMessage } from '#web/data/api-error.ts'
import { showToast } from '#web/ui/toast.ts'
import { reviewPanelTexts, shareTexts } from '../sharing/share-texts.ts'

/** Says that a comment could not be changed. */
export const sayNotChanged = (error: unknown): void =>
  showToast({
    kind: 'error',
    title: reviewPanelTexts.notChanged,
    description: errorMessage(error, shareTexts.tryAgain),
  })
