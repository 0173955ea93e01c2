import { errorMessage } from '#web/data/api-error.ts'
import { pickWinner as askForWinner } from '#web/data/series.ts'
import { showToast } from '#web/ui/toast.ts'
import { seriesTexts } from './texts.ts'

/** Picks an image of a race. */
export const pickWinner = (seriesId: string, imageId: string): Promise<void> => orSay(askForWinner(seriesId, imageId))

/** Says why what was asked for was not done. */
export async function orSay(asked: Promise<unknown>): Promise<void> {
  try {
    await asked
  } catch (error) {
    const description = errorMessage(error, seriesTexts.failedWithoutReason)
    showToast({ kind: 'error', title: seriesTexts.failed, description })
  }
}
