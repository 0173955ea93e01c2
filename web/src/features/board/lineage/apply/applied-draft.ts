import type { GenerationShape } from '#contract/generation.ts'
import { applyDifference } from '#domain/lineage/apply-difference.ts'
import { type Difference, differenceOf } from '#domain/lineage/difference.ts'
import type { Attachment } from '#domain/prompt/attachment.ts'
import { noSpread } from '#domain/series/spread.ts'
import { uploadAddress } from '#web/data/image-address.ts'
import type { ComposeDraft } from '../../branching/compose-drafts.ts'

/** A branch that makes a change to a card: what would be typed for it by hand, and how it differs from the card. */
export type AppliedDraft = {
  readonly draft: ComposeDraft & { readonly modelName: string }
  readonly effect: Difference
}

/**
 * The change made to a card. The seed is left out: it is drawn anew for every branch.
 * @param names What the attachments are called; they are not shown before they are sent.
 */
export function appliedDraft(
  target: GenerationShape,
  difference: Difference,
  names: { readonly reference: string; styleTitle(id: string): string },
): AppliedDraft {
  const { seed: _seed, parentImageId: _parentImageId, ...carried } = difference
  const next = applyDifference(target, carried)
  const { style, aspectRatio, resolution, rawMode } = next.settings
  const attach =
    (kind: Attachment['kind']) =>
    (id: string): Attachment => ({ kind, id, name: names.reference, thumbnailUrl: uploadAddress(id, 256) })
  const ofStyle: Attachment[] =
    style === null ? [] : [{ kind: 'style', id: style, name: names.styleTitle(style), thumbnailUrl: '' }]
  return {
    effect: differenceOf(target, next),
    draft: {
      prompt: next.prompt,
      modelName: next.model,
      aspectRatio,
      resolution,
      rawMode,
      attachments: [
        ...ofStyle,
        ...next.imagePrompts.map(attach('prompt')),
        ...next.styleReferences.map(attach('look')),
      ],
      spread: noSpread,
    },
  }
}
