import { errorMessage } from '#web/data/http/api-error.ts'
import { showToast } from '#web/ui/toast.ts'
import { connectTexts } from './texts.ts'

/** Shows that a call was refused, with the server's reason. */
export const showRefusal = (title: string, error: unknown) =>
  showToast({ kind: 'error', title, description: errorMessage(error, connectTexts.noConnection) })

/**
 * Turns a model's switch: at once, and with a toast that undoes it.
 * @param turn Stores the choice; rejects with the server's error.
 */
export async function turnModel(
  name: string,
  { isOn, turn }: { isOn: boolean; turn(isOn: boolean): Promise<void> },
): Promise<void> {
  const texts = connectTexts.table
  try {
    await turn(isOn)
    showToast({
      kind: 'success',
      title: isOn ? texts.on(name) : texts.off(name),
      action: {
        label: texts.undo,
        run: () => void turn(!isOn).catch((error: unknown) => showRefusal(`${name}: ${connectTexts.notDone}`, error)),
      },
    })
  } catch (error) {
    showRefusal(`${name}: ${connectTexts.notDone}`, error)
  }
}
