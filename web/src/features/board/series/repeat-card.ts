import type { GenerationShape } from '#contract/generation.ts'
import type { StepBody } from '#contract/series.ts'

/** A request for the same as a card, without what places it. A list is left out where it is empty. */
export type Repeated = Omit<StepBody, 'canvasX' | 'canvasY' | 'dependsOn' | 'parentImagePlace' | 'repeats'>

/** What made a card, to be asked for again: from the same parent, with the same settings; the seed only if it is named. */
export function repeatCard(
  { prompt, model, settings, imagePrompts, styleReferences, ...card }: GenerationShape,
  { seed }: { readonly seed: number | null },
): Repeated {
  const { style, aspectRatio, resolution, rawMode } = settings
  return {
    prompt,
    model,
    aspectRatio,
    resolution,
    rawMode,
    style,
    imagePrompts,
    styleReferences,
    seed,
    parentGenerationId: card.parentGenerationId,
    parentImageId: card.parentImageId,
    branchKind: card.branchKind,
  }
}
