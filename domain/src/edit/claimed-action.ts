import type { SourceType } from '../models/model.ts'
import type { EditOperation } from './operation.ts'

/**
 * The terms for what an edit is made of, by IPTC's vocabulary (https://cv.iptc.org/newscodes/digitalsourcetype/): a part of it by a
 * trained model; by a program without training data; by a person's own settings.
 */
export type EditedSourceType =
  | SourceType
  | 'compositeWithTrainedAlgorithmicMedia'
  | 'algorithmicallyEnhanced'
  | 'humanEdits'

export type ClaimedAction = {
  /** The name by the C2PA Technical Specification 2.2, 18.15. */
  readonly action:
    | 'c2pa.edited'
    | 'c2pa.cropped'
    | 'c2pa.adjustedColor'
    | 'c2pa.resized'
    | 'c2pa.enhanced'
    | 'c2pa.filtered'
  readonly sourceType: EditedSourceType
}

/** The claims of a signed record about an edit. @param isTrained Whether a trained model or net made it. */
export function claimedAction(
  operation: EditOperation,
  { isTrained, sourceType }: { readonly isTrained: boolean; readonly sourceType: SourceType },
): ClaimedAction {
  if (operation === 'crop') return { action: 'c2pa.cropped', sourceType: 'humanEdits' }
  if (operation === 'adjust') return { action: 'c2pa.adjustedColor', sourceType: 'humanEdits' }
  const isWhole = operation === 'instruct' || operation === 'restyle'
  if (!isTrained) {
    const painted = isWhole || operation === 'change' || operation === 'replace-background'
    if (operation === 'upscale') return { action: 'c2pa.resized', sourceType: 'algorithmicallyEnhanced' }
    if (operation === 'restyle') return { action: 'c2pa.filtered', sourceType: 'algorithmicallyEnhanced' }
    return { action: 'c2pa.edited', sourceType: painted ? sourceType : 'algorithmicallyEnhanced' }
  }
  // A net for cutting out looks at pixels and paints none.
  if (operation === 'remove-background') return { action: 'c2pa.edited', sourceType: 'algorithmicallyEnhanced' }
  if (operation === 'upscale') return { action: 'c2pa.enhanced', sourceType: 'compositeWithTrainedAlgorithmicMedia' }
  return { action: 'c2pa.edited', sourceType: isWhole ? sourceType : 'compositeWithTrainedAlgorithmicMedia' }
}
