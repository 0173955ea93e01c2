import type { Resolution } from './aspect-ratio.ts'
import type { Model } from './model.ts'

/** An operator's changes to one entry of the catalogue, found by its `value`. What is left out stays as it is. */
export type CatalogueChange = {
  /** The provider's own id of the model. */
  readonly apiModel?: string | undefined
  /** Hundredths of a credit. */
  readonly priceHundredths?: number | undefined
  /** Where the provider charges by size; in the place of all that were there. */
  readonly pricesByResolution?: Readonly<Partial<Record<Resolution, number>>> | undefined
  /** Why it can no longer be used, as a sentence; null puts a retired one back. */
  readonly retired?: string | null | undefined
}

/** The catalogue as the operator has it. Another price is the price of every size, unless sizes are named as well. */
export function changeCatalogue(
  catalogue: readonly Model[],
  changes: ReadonlyMap<string, CatalogueChange>,
): readonly Model[] {
  return catalogue.map((model) => {
    const change = changes.get(model.value)
    if (!change) return model
    const { apiModel = model.apiModel, priceHundredths, retired = model.retired ?? null } = change
    const { pricesByResolution: released, ...stats } = model.stats
    const pricesByResolution = change.pricesByResolution ?? (priceHundredths === undefined ? released : undefined)
    const { retired: _retired, ...entry } = model
    return {
      ...entry,
      apiModel,
      stats: {
        ...stats,
        priceHundredths: priceHundredths ?? stats.priceHundredths,
        ...(pricesByResolution && { pricesByResolution }),
      },
      ...(retired !== null && { retired }),
    }
  })
}
