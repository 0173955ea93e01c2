import type { Resolution } from './aspect-ratio.ts'
import type { Model } from './model.ts'

/** An operator's changes to one entry of the catalogue, found by its `value`. Missing fields stay unchanged. */
export type CatalogueChange = {
  /** The provider's own id of the model. */
  readonly apiModel?: string | undefined
  /** Hundredths of a credit. */
  readonly priceHundredths?: number | undefined
  /** Where the provider charges by size; replaces all prices by size. */
  readonly pricesByResolution?: Readonly<Partial<Record<Resolution, number>>> | undefined
  /** Why it is retired, as a sentence; null restores a retired one. */
  readonly retired?: string | null | undefined
}

/**
 * The catalogue with the operator's changes. A new price is the price of every size, unless sizes are named as well.
 */
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
