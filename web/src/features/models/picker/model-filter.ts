import type { ModelShape } from '#contract/models/model.ts'
import type { ModelAbility } from '#domain/models/model.ts'

/** The models that the picker shows. */
export type ModelFilter = {
  readonly words: string
  /** Only those that a Go can use now: by a connected key, an engine, or on this machine. */
  readonly worksHere: boolean
  /** All of these. */
  readonly does: readonly ModelAbility[]
  /** The most for one image, in hundredths of a credit; null: no limit. */
  readonly price: number | null
  /** The longest usual wait in seconds; null: no limit. */
  readonly wait: number | null
}

export const noFilter: ModelFilter = { words: '', worksHere: false, does: [], price: null, wait: null }

/** The measured time of this server; else that of the catalogue. In seconds. */
export const waitOf = ({ usualSeconds, stats }: Pick<ModelShape, 'usualSeconds' | 'stats'>) =>
  usualSeconds ?? stats.speed

/** The price of one image for the user, in hundredths of a credit. */
export const priceOf = ({ ownKey, stats }: Pick<ModelShape, 'ownKey' | 'stats'>) => (ownKey ? 0 : stats.credits)

/** Counts the filter's parts that narrow the list, apart from the words and the switch 'Works here'. */
export const narrowing = ({ does, price, wait }: ModelFilter) =>
  does.length + (price === null ? 0 : 1) + (wait === null ? 0 : 1)

/** The models whose name, badge, provider or features contain every typed word. */
export function matchingModels(models: readonly ModelShape[], typed: string): readonly ModelShape[] {
  const words = typed.toLowerCase().split(/\s+/u).filter(Boolean)
  if (words.length === 0) return models
  return models.filter((model) => {
    const text = [model.name, model.badge, model.provider, ...model.features].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** The models that a filter leaves. */
export const filterModels = (models: readonly ModelShape[], { words, worksHere, does, price, wait }: ModelFilter) =>
  matchingModels(models, words).filter(
    (model) =>
      (!worksHere || model.isAvailable) &&
      does.every((ability) => model.does.includes(ability)) &&
      (price === null || priceOf(model) <= price) &&
      (wait === null || waitOf(model) <= wait),
  )
