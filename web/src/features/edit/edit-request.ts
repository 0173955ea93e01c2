import type { EditOperationShape, EditShape } from '#contract/edit.ts'
import type { RequestGenerationInput } from '#contract/generation.ts'
import { sourceFault } from '#domain/edit/edit-frame.ts'
import { thisMachine } from '#domain/edit/edit-record.ts'
import { effectIn } from '#domain/edit/effects.ts'
import { type EditOperation, needsMask, needsWords, usesMask } from '#domain/edit/operation.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import type { EditorDraft } from './editor-draft.ts'
import { isUntouched } from './selection/selection.ts'
import { editorTexts } from './texts.ts'

/** Who makes an edit, and what it costs: hundredths of a credit and seconds for one image. */
export type Doer = EditOperationShape['doers'][number]

/** The operations whose result is computed: another try would be the same. */
const computed: ReadonlySet<EditOperation> = new Set(['upscale', 'crop', 'adjust', 'remove-background'])

/** Whether an edit has one result whatever is asked for. */
export const makesOne = (operation: EditOperation, doer: Doer | null): boolean =>
  computed.has(operation) || doer?.doer === thisMachine

export const countOf = (draft: EditorDraft, doer: Doer | null): number =>
  makesOne(draft.operation, doer) ? 1 : draft.count

/** The doer that was chosen, as long as it can do the operation; else the best one. Null where nothing can. */
export const doerOf = (offer: EditOperationShape | undefined, chosen: string | undefined): Doer | null =>
  offer?.doers.find(({ model }) => model === chosen) ?? offer?.doers[0] ?? null

type Readiness = {
  readonly offer: EditOperationShape | undefined
  readonly doer: Doer | null
  readonly isOnline: boolean
  /** The picture's size, in pixels. */
  readonly size: PixelSize
}

/** Why an edit can't be made as it is prepared, as a sentence; null where it can. */
export function whyNotEdit(draft: EditorDraft, { offer, doer, isOnline, size }: Readiness): string | null {
  const { operation } = draft
  if (!isOnline) return editorTexts.waitsForNetwork
  if (!offer) return editorTexts.loading
  if (!doer) return offer.enabledBy ?? editorTexts.noDoer
  if ((needsMask(operation) || doer.needsMask) && usesMask(operation) && isUntouched(draft.selection))
    return editorTexts.selectFirst
  if (operation === 'restyle' && doer.doer === thisMachine) {
    if (effectIn(draft.words) === null) return editorTexts.lookFirst
  } else if (needsWords(operation, { hasStyle: draft.style !== null }) && draft.words.trim() === '')
    return operation === 'restyle' ? editorTexts.styleFirst : editorTexts.wordsFirst
  if (operation === 'adjust' && Object.keys(draft.adjustments).length === 0) return editorTexts.nothingAdjusted
  if (operation === 'crop' && !draft.cropped) return editorTexts.nothingCropped
  if (operation === 'extend' && !draft.extended) return editorTexts.nothingExtended
  return sourceFault(editOf(draft, null), size)
}

/** The edit of a draft. @param maskUploadId The upload of its selection; null where there is none. */
function editOf(draft: EditorDraft, maskUploadId: string | null): EditShape {
  const { operation, grow, feather, factor, adjustments, extended, cropped } = draft
  const mask = usesMask(operation) && maskUploadId !== null ? { maskUploadId, grow, feather } : {}
  switch (operation) {
    case 'extend':
      return { operation, feather, ...(extended && { frame: extended }) }
    case 'crop':
      return { operation, ...(cropped && { frame: cropped }) }
    case 'upscale':
      return { operation, factor }
    case 'adjust':
      return { operation, adjustments }
    default:
      return { operation, ...mask }
  }
}

/** The image that an edit starts from. */
export type EditSource = { readonly projectId: string; readonly cardId: string; readonly imageId: string }

/** The request of Go. */
export function editRequest(
  draft: EditorDraft,
  { projectId, cardId, imageId }: EditSource,
  { doer, maskUploadId }: { readonly doer: Doer; readonly maskUploadId: string | null },
): RequestGenerationInput {
  return {
    projectId,
    prompt: draft.words.trim(),
    parentGenerationId: cardId,
    parentImageId: imageId,
    branchKind: 'edit',
    count: countOf(draft, doer),
    model: doer.model,
    edit: editOf(draft, maskUploadId),
    ...(draft.operation === 'restyle' && doer.doer !== thisMachine && draft.style && { style: draft.style }),
  }
}
