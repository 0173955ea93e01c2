import { and, eq, isNotNull } from 'drizzle-orm'
import type { EditShape } from '#contract/cards/edit.ts'
import { resultSize, sourceFault } from '#domain/edit/edit-frame.ts'
import { lackOfEdit } from '#domain/edit/edit-record.ts'
import { editFault } from '#domain/edit/operation.ts'
import { noModel } from '#domain/generation/origin.ts'
import { impossibleRequest } from '#domain/models/allowed-settings.ts'
import { type PixelSize, pixelSize } from '#domain/models/aspect-ratio.ts'
import type { Model } from '#domain/models/model.ts'
import { failure, type Result, success } from '#domain/result.ts'
import type { GenerationRow } from '#server/cards/present-generation.ts'
import type { AsyncResult, Refusal } from '#server/db/refusal.ts'
import type { Transaction } from '../../db/database.ts'
import { generatedImages } from '../../db/schema/generations.ts'
import type { Chooser } from '../../providers/registry.ts'
import type { EditorDeps } from '../edits/editors.ts'
import { chooseExecutor } from '../edits/resolve-edit.ts'

const impossible = (message: string) => failure({ code: 'impossible', message } as const)

/** An id that no image has. */
const noImage = '00000000-0000-0000-0000-000000000000'

/** The size of the picture that an edit starts from, or why it can't be made again, as a sentence. */
async function findSource(
  tx: Transaction,
  { editRecord, parentImageId }: GenerationRow,
  edit: EditShape,
): Promise<Result<PixelSize, Refusal>> {
  const [source] = await tx
    .select({ width: generatedImages.width, height: generatedImages.height })
    .from(generatedImages)
    .where(and(eq(generatedImages.id, parentImageId ?? noImage), isNotNull(generatedImages.storageKey)))
  const lack = lackOfEdit(edit.operation, { record: editRecord, hasSource: source !== undefined })
  if (lack !== null || !source) return impossible(lack ?? '')
  const fault = editFault(edit)?.message ?? sourceFault(edit, source)
  return fault === null ? success(source) : impossible(fault)
}

/** The model of a card as it can be used now. */
function usableModel({ registry }: EditorDeps, named: string, { userId, own }: Chooser): Result<Model, Refusal> {
  const model = registry.findFor(userId, named)
  const missing = model ? registry.missing(model, own) : 'it is not in the catalogue any more.'
  if (model && missing === null) return success(model)
  return impossible(`${model?.name ?? registry.find(named)?.name ?? named} can't be used: ${missing}`)
}

/** The model of an attempt, and the size of its picture in pixels. */
type CheckedRetry = { readonly model: Model; readonly size: PixelSize }

/**
 * Checks a card as its request was: it may come from a file, whose settings no request has passed, and its model may do less by now.
 */
export async function checkRetry(
  tx: Transaction,
  deps: EditorDeps,
  { generation, chooser }: { readonly generation: GenerationRow; readonly chooser: Chooser },
): AsyncResult<CheckedRetry> {
  const { edit, prompt, style, imagePrompts, styleReferences, aspectRatio, resolution, rawMode } = generation
  if (generation.model === noModel) return impossible('This image was brought in. Bring in its file again.')
  const source = edit ? await findSource(tx, generation, edit) : success(null)
  if (!source.ok) return source
  const found = usableModel(deps, generation.model, chooser)
  if (!found.ok) return found
  const words = `${prompt} ${style?.promptFragment ?? ''}`
  const chosen = edit ? await chooseExecutor(deps, { edit, named: found.value.value, chooser, words }) : found
  if (!chosen.ok) return chosen
  const model = chosen.value
  const problem = impossibleRequest(model, edit?.operation ?? null, {
    ...{ aspectRatio, resolution, rawMode },
    ...(generation.controls && { controls: generation.controls }),
    hasStyle: style !== null,
    imagePrompts: imagePrompts.length,
    styleReferences: styleReferences.length,
  })
  if (problem !== null) return impossible(problem)
  return success({
    model,
    size: edit && source.value ? resultSize(edit, source.value) : pixelSize(aspectRatio, resolution),
  })
}
