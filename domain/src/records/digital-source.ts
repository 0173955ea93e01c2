import type { EditedSourceType } from '../edit/claimed-action.ts'
import { thisMachineName } from '../edit/edit-record.ts'
import { sketchModel } from '../models/sketch-model.ts'

/**
 * Term of IPTC's vocabulary for the origin of a whole file (https://cv.iptc.org/newscodes/digitalsourcetype/), as a claim about one
 * step of its making has it.
 */
export type DigitalSource = EditedSourceType

/** One step of an image's making: the term of the step alone; null where the picture was brought in. */
export type SourceStep = { readonly sourceType: DigitalSource | null; readonly isEdit: boolean }

const byAi: ReadonlySet<DigitalSource | null> = new Set<DigitalSource>([
  'trainedAlgorithmicMedia',
  'compositeWithTrainedAlgorithmicMedia',
])

/**
 * Derives the term of a file from the step that made it and the term of the picture before it. A picture that a model painted alone
 * is `trainedAlgorithmicMedia`; an edit in which a trained model had part, in this step or before it, is a composite. Crops and
 * corrections of other pictures keep the term of what they show. @param before null: there is none, or it was brought in.
 * @returns null for a picture that was brought in.
 */
export function digitalSourceAfter(
  before: DigitalSource | null,
  { sourceType, isEdit }: SourceStep,
): DigitalSource | null {
  if (sourceType === null) return null
  if (sourceType === 'trainedAlgorithmicMedia' && !isEdit) return sourceType
  if (byAi.has(sourceType) || byAi.has(before)) return 'compositeWithTrainedAlgorithmicMedia'
  return sourceType === 'algorithmicMedia' ? sourceType : (before ?? sourceType)
}

/** The term for one file with several pictures in it; null where none of them has one. */
export function digitalSourceOfAll(sources: readonly (DigitalSource | null)[]): DigitalSource | null {
  const [first = null] = sources
  if (sources.every((source) => source === first)) return first
  if (sources.some((source) => byAi.has(source))) return 'compositeWithTrainedAlgorithmicMedia'
  return sources.find((source) => source !== null) ?? null
}

/**
 * Derives the term for a file that shows several cards. @param models The display names of the models of the cards and of those
 * that they were made from; null where a picture was brought in. What this server edits itself counts as what it started from.
 */
export function composedSource(models: readonly (string | null)[]): DigitalSource | null {
  const painters = models.filter((model) => model !== null && model !== thisMachineName)
  if (painters.length === 0) return null
  return painters.every((model) => model === sketchModel.name)
    ? 'algorithmicMedia'
    : 'compositeWithTrainedAlgorithmicMedia'
}
