import { errorMessage } from '#web/data/http/api-error.ts'
import { showToast } from '#web/ui/toast.ts'
import { commandTexts } from './command-texts.ts'

/** Reports that a change of a comment was refused. */
export const showNotChanged = (error: unknown): void =>
  showToast({
    kind: 'error',
    title: commandTexts.notChanged,
    description: errorMessage(error, commandTexts.tryAgain),
  })
