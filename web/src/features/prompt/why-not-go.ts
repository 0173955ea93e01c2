import type { ModelShape } from '#contract/model.ts'
import { mostSeriesCards } from '#domain/series/series-cells.ts'
import type { ModelsState } from '#web/data/models.ts'
import { promptTexts } from './texts.ts'

/** The longest prompt that the server takes, in characters. */
const longestPrompt = 4_000

/** What Go would be asked with: `count` is the cards that it would make. */
type Asked = { readonly model: ModelShape | null; readonly models: ModelsState; readonly count: number }

/** Why Go can't be pressed now; null when it can. */
export function whyNotGo(prompt: string, { model, models, count }: Asked): string | null {
  if (models === 'loading') return promptTexts.loadingModels
  if (models === 'failed') return promptTexts.modelsFailed
  if (!model) return promptTexts.noModel
  const length = [...prompt.trim()].length
  if (length === 0) return promptTexts.blank
  if (count > mostSeriesCards) return promptTexts.tooMany(count, mostSeriesCards)
  return length > longestPrompt ? promptTexts.tooLong(length - longestPrompt) : null
}
