import { imagePrice } from '../credits/price.ts'
import type { Resolution } from '../models/aspect-ratio.ts'
import type { Model } from '../models/model.ts'
import type { EditOperation } from './operation.ts'

/** The facts of a model that editing needs. */
export type Editor = Pick<Model, 'edits' | 'stats' | 'provider' | 'isBuiltIn'>

/** The price of one image of an edit, in hundredths of a credit. */
export const editPrice = (model: Editor, operation: EditOperation, resolution: Resolution): number =>
  model.edits?.[operation]?.priceHundredths ?? imagePrice(model, resolution)

/** The usual time and price of one image of an edit. */
export const editSeconds = (model: Editor, operation: EditOperation): number =>
  model.edits?.[operation]?.seconds ?? model.stats.seconds

const isOfThisServer = ({ isBuiltIn }: Editor) => isBuiltIn

const usualRank = 100
const rankOf = (model: Editor, operation: EditOperation) => model.edits?.[operation]?.rank ?? usualRank

/**
 * The models that can make an edit, the one first that makes it where none is chosen: the best of what is connected, then what is
 * part of this server. @param models In the order of the picker.
 */
export const executorsOf = <Candidate extends Editor>(
  models: readonly Candidate[],
  operation: EditOperation,
  { hasMask }: { readonly hasMask: boolean },
): Candidate[] =>
  models
    .filter(({ edits }) => edits?.[operation] && (hasMask || !edits[operation]?.needsMask))
    .toSorted(
      (a, b) => Number(isOfThisServer(a)) - Number(isOfThisServer(b)) || rankOf(a, operation) - rankOf(b, operation),
    )
