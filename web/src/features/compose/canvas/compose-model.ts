import type { ModelShape } from '#contract/model.ts'

type Wanted = { readonly chosen: string | null; readonly parent: string | null }

/** The model that a panel will use: the one chosen in it, else the parent's, else the default; each only where it is available. */
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
  /** Of the model that made the card. */
  readonly made: string | null
  /** What the card shows in its place. */
  readonly shown: string | null
}

/** A card's model under the name that the card shows, which is another one while a race hides it; any other model as it is. */
export const underShownName = (model: ModelShape | null, { made, shown }: CardNames): ModelShape | null =>
  model && shown !== null && model.name === made ? { ...model, name: shown } : model
