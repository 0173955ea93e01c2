import type { GenerationShape } from '#contract/generation.ts'
import type { ModelShape } from '#contract/model.ts'
import { type AskedModel, modelOfCard } from '#web/data/models/models.ts'

type Wanted = {
  readonly chosen: string | null
  readonly parent: Pick<GenerationShape, 'id' | 'model' | 'hiddenModel'> | null
}

/** The model of a panel: the chosen one, else the parent's, else the default; each only where it is available. */
export function composeModel(models: readonly ModelShape[], { chosen, parent }: Wanted): AskedModel | null {
  const available = models.filter((model) => model.isAvailable)
  return (
    available.find((model) => model.name === chosen) ??
    (parent && modelOfCard(parent, models)) ??
    available.find((model) => model.isDefault) ??
    available[0] ??
    null
  )
}
