import type { ModelShape } from '#contract/model.ts'
import type { ModelsState } from '#web/data/models-state.ts'
import { promptTexts } from './texts.ts'

/** The longest prompt that the server takes, in characters. */
const longestPrompt = 4_000

/** Why Go can't be pressed now; null when it can. */
export function whyNotGo(prompt: string, model: ModelShape | null, models: ModelsState): string | null {
  if (models === 'loading') return promptTexts.loadingModels
  if (models === 'failed') return promptTexts.modelsFailed
  if (!model) return promptTexts.noModel
  const length = [...prompt.trim()].length
  if (length === 0) return promptTexts.blank
  return length > longestPrompt ? promptTexts.tooLong(length - longestPrompt) : null
}
