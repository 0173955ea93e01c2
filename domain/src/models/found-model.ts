import { priceOfDollars } from '../credits/dollars.ts'
import { addedEdits } from '../edit/vendor-edits.ts'
import { type Resolution, resolutions } from './aspect-ratio.ts'
import type { ModelControls } from './controls.ts'
import type { Model, ModelAbility, ModelAccepts, ModelConnection } from './model.ts'
import type { AddedKind } from './providers.ts'

/** A model as its provider lists it. */
export type FoundModel = {
  /** The provider's own id. */
  readonly apiModel: string
  readonly name: string
  readonly description: string
  readonly does: readonly ModelAbility[]
  readonly mostImagePrompts: number
  readonly resolutions: readonly Resolution[]
  readonly accepts: ModelAccepts
  /** The choices of people, where the provider says so. */
  readonly controls?: ModelControls
  /** US dollars for a picture at its smallest size, and where it differs by size; null where the provider doesn't say. */
  readonly costUsd: number | null
  readonly costUsdByResolution?: Readonly<Partial<Record<Resolution, number>>>
  /** Null where the provider doesn't say. */
  readonly seconds: number | null
}

/** A model as it is listed now, with its last cost where the provider says none any more: without one it would be free. */
export const withLastCost = (listed: FoundModel, { costUsd, costUsdByResolution }: FoundModel): FoundModel =>
  listed.costUsd === null ? { ...listed, costUsd, ...(costUsdByResolution && { costUsdByResolution }) } : listed

/** The price of a model by what its provider says; null where it says none. */
export function foundPrice({ costUsd, costUsdByResolution = {} }: FoundModel): Price | null {
  if (costUsd === null) return null
  const byResolution = Object.fromEntries(
    resolutions.flatMap((size) => {
      const cost = costUsdByResolution[size]
      return cost === undefined || cost === costUsd ? [] : [[size, priceOfDollars(cost)]]
    }),
  )
  return {
    priceHundredths: priceOfDollars(costUsd),
    ...(Object.keys(byResolution).length > 0 && { pricesByResolution: byResolution }),
  }
}

/** A price of a picture, in hundredths of a credit. */
export type Price = Pick<Model['stats'], 'priceHundredths' | 'pricesByResolution'>

/** Until it is known: most hosted models take 10 to 20 seconds. */
const usualSeconds = 15

/** The entry of the picker for a model of an added provider. */
export function modelOfConnection(
  { provider, connection, value }: { provider: AddedKind; connection: ModelConnection; value: string },
  found: FoundModel,
  entered: { readonly price: Price; readonly seconds: number | null },
): Model {
  const { apiModel, name, description, does, mostImagePrompts, accepts, controls } = found
  const edits = does.includes('edit') && mostImagePrompts > 0
  return {
    name: `${name} (${connection.name})`,
    value,
    provider,
    isBuiltIn: false,
    sourceType: 'trainedAlgorithmicMedia',
    badge: connection.ownerId === null ? 'Added' : 'Yours',
    description,
    stats: { seconds: entered.seconds ?? found.seconds ?? usualSeconds, images: 1, ...entered.price },
    features: [connection.name],
    does,
    ...(edits && { edits: addedEdits }),
    capabilities: {
      supportsStyles: true,
      supportsImagePrompts: mostImagePrompts > 0,
      supportsCustomRatios: accepts.frame.by !== 'nothing',
      supportsEditing: edits,
      supportsRaw: false,
    },
    resolutions: found.resolutions,
    mostImagePrompts,
    apiModel,
    connection,
    accepts,
    ...(controls && { controls }),
  }
}
