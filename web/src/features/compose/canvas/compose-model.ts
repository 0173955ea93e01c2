import type { ModelShape } from '#contract/model.ts'

type Wanted = { readonly chosen: string | null; readonly parent: string | null }

/** The model of a panel: the chosen one, else the parent's, else the default; each only where it is available. */
export function composeModel(models: readonly ModelShape[], { chosen, parent }: Wanted): ModelShape | null {
  const available = models.filter((model) => model.isAvailable)
  return (
    available.find((model) => model.name === chosen) ??
    available.find((model) => model.name === parent) ??
    available.find((model) => model.isDefault) ??
    available[0] ??
    null
  )
}

type CardNames = {
  /** The card's model. */
  readonly made: string | null
  /** What the card shows instead of its name. */
  readonly shown: string | null
}

/** The card's model by the name on the card, which is an alias while a race hides it; any other model unchanged. */
export const underShownName = (model: ModelShape | null, { made, shown }: CardNames): ModelShape | null =>
  model && shown !== null && model.name === made ? { ...model, name: shown } : model
