import { and, asc, eq, isNull } from 'drizzle-orm'
import type { RequestGenerationBody } from '#contract/cards/generation.ts'
import { imageUrl } from '#contract/cards/image-url.ts'
import { noProject } from '#contract/errors.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { imagePrice } from '#domain/credits/price.ts'
import { editPrice } from '#domain/edit/model-edits.ts'
import { noModel } from '#domain/generation/origin.ts'
import { impossibleRequest } from '#domain/models/allowed-settings.ts'
import { nearestShape, type PixelSize, pixelSize } from '#domain/models/aspect-ratio.ts'
import { chosenControls } from '#domain/models/controls.ts'
import type { Model } from '#domain/models/model.ts'
import { isPaidByUser } from '#domain/models/provider-keys.ts'
import { type PictureSettings, settingsForModel } from '#domain/models/settings-for-model.ts'
import type { SentPictures } from '#domain/prompt/named-reference.ts'
import { failure, type Result, success } from '#domain/result.ts'
import type { AppliedStyle } from '#domain/styles/style.ts'
import { isUuid } from '#domain/text/is-uuid.ts'
import { findImage } from '#server/cards/find-image.ts'
import type { Refusal } from '#server/db/refusal.ts'
import { ownKeysOf } from '#server/models/model-key-rows.ts'
import { modelLimits } from '#server/models/model-limits.ts'
import type { Querier, Transaction } from '../../db/database.ts'
import { generatedImages, generations } from '../../db/schema/generations.ts'
import type { Chooser, ModelRegistry } from '../../providers/registry.ts'
import type { EditorDeps } from '../edits/editors.ts'
import { findMask } from '../edits/masks.ts'
import { chooseExecutor, type ResolvedEdit, resolveEdit } from '../edits/resolve-edit.ts'
import { isOpenProject } from '../projects/project-rows.ts'
import { markOwnPicturesUsed } from '../references/own-pictures.ts'
import { withNamedReferences } from '../references/sent-references.ts'
import { findAppliedStyle } from '../styles/style-rows.ts'

/** The rows behind the ids of a request, all of them the user's own. */
export type ResolvedRequest = {
  readonly model: Model
  readonly projectId: string | null
  readonly parent: {
    readonly generationId: string
    readonly imageId: string
    readonly x: number
    readonly y: number
    /** The size of the image, upright. */
    readonly size: PixelSize
  } | null
  /** Null where it is no edit. */
  readonly edit: ResolvedEdit | null
  /** Of each image, in pixels. */
  readonly size: PixelSize
  /** The list price of one image, in hundredths of a credit. */
  readonly listPrice: number
  readonly style: AppliedStyle | null
  /** Whether the user's own key opens the model: then the provider charges the user, and nothing is charged here. */
  readonly ownKey: boolean
  /** The settings that the generation gets. */
  readonly settings: PictureSettings
  /** The pictures that are given, and those of the references in the words. */
  readonly pictures: SentPictures
}

const notFound = failure({ code: 'not-found' } as const)
const noParentImage = failure({ code: 'impossible', message: 'Parent generation has no image to edit' } as const)

/** The id in the address of one of our images, with or without the server before it; null for any other address. */
function imageIdOfUrl(address: string): string | null {
  const path = URL.canParse(address, 'http://here') ? new URL(address, 'http://here').pathname : ''
  const id = path.split('/')[3] ?? ''
  return path === imageUrl(id) && isUuid(id) ? id : null
}

type ParentRequest = Pick<
  RequestGenerationBody,
  'parentGenerationId' | 'parentImageId' | 'parentImageUrl' | 'branchKind'
>

/** The parent and its image to start from: the one named, else the parent's first finished one. */
async function resolveParent(
  db: Querier,
  userId: UserId,
  body: ParentRequest,
): Promise<Result<(NonNullable<ResolvedRequest['parent']> & { projectId: string }) | null, Refusal>> {
  const named = body.parentImageId ?? (body.parentImageUrl ? imageIdOfUrl(body.parentImageUrl) : null)
  if (body.parentImageUrl && !named) return notFound
  if (!named && !body.parentGenerationId) {
    return body.branchKind
      ? failure({ code: 'impossible', message: 'A branch needs a parent: give parentGenerationId or parentImageId.' })
      : success(null)
  }
  const image = named ? (await findImage(db, userId, named))?.image : undefined
  if (named && !image) return notFound
  const generationId = body.parentGenerationId ?? image?.generationId ?? ''
  const [parent] = await db
    .select()
    .from(generations)
    .where(and(eq(generations.id, generationId), eq(generations.userId, userId), isNull(generations.deletedAt)))
  if (!parent) return notFound
  if (image && image.generationId !== parent.id)
    return failure({ code: 'impossible', message: 'The parent image belongs to another generation.' })
  const [source] = image
    ? image.status === 'completed'
      ? [image]
      : []
    : await db
        .select({ id: generatedImages.id, width: generatedImages.width, height: generatedImages.height })
        .from(generatedImages)
        .where(and(eq(generatedImages.generationId, parent.id), eq(generatedImages.status, 'completed')))
        .orderBy(asc(generatedImages.orderNum))
        .limit(1)
  if (!source) return noParentImage
  const { projectId, canvasX, canvasY } = parent
  const size = { width: source.width, height: source.height }
  return success({ generationId: parent.id, imageId: source.id, x: canvasX, y: canvasY, size, projectId })
}

/** Model, by its `value`, and controls of a user's card; null where there is no such card. */
async function readCard(db: Querier, userId: UserId, generationId: string) {
  const [card] = await db
    .select({ model: generations.model, controls: generations.controls })
    .from(generations)
    .where(and(eq(generations.id, generationId), eq(generations.userId, userId)))
  return card ?? null
}

const shapeOf = ({ aspectRatio, resolution }: RequestGenerationBody) => ({ aspectRatio, resolution })

/** The model that makes a picture: the one that is named, else the default. */
function chooseModel(registry: ModelRegistry, named: string | undefined, chooser: Chooser): Result<Model, Refusal> {
  const model = named ? registry.findFor(chooser.userId, named) : registry.defaultModel(chooser)
  if (!model) return failure({ code: 'impossible', message: 'There is no such model. GET /api/models lists them.' })
  const missing = registry.missing(model, chooser.own)
  if (missing !== null) return failure({ code: 'impossible', message: `${model.name} can't be used: ${missing}` })
  return success(model)
}

/** Reading of the names of references and word lists in a prompt: as those of the user, or as plain text. */
type PromptNames = 'resolved' | 'plain'

/** A purse sees its area alone: pictures of references may lie anywhere, and word lists are the user's. Null: there is no purse. */
export const namesIn = (purseId: string | null): PromptNames => (purseId === null ? 'resolved' : 'plain')

type WantedRequest = { readonly body: RequestGenerationBody; readonly names: PromptNames }

/**
 * Resolves all ids of the request, then checks that the model supports it. In that order: 404 before 422. An edit whose parent does
 * not exist yet, in a series, is checked for its model alone.
 */
export async function resolveRequest(
  deps: { db: Transaction } & EditorDeps,
  userId: UserId,
  { body, names }: WantedRequest,
): Promise<Result<ResolvedRequest, Refusal>> {
  const { db, registry } = deps
  const imagePrompts = body.imagePrompts ?? []
  const styleReferences = body.styleReferences ?? []
  if (body.projectId && !(await isOpenProject(db, userId, body.projectId))) return failure(noProject)
  const parent = await resolveParent(db, userId, body)
  if (!parent.ok) return parent
  const projectId = body.projectId ?? parent.value?.projectId ?? null
  // A parent names its project too, which may be in the trash: nothing is created where the user can't see it.
  if (projectId && projectId !== body.projectId && !(await isOpenProject(db, userId, projectId)))
    return failure(noProject)
  const style = body.style ? await findAppliedStyle(db, userId, body.style) : null
  if (body.style && !style) return notFound
  const masks = body.edit?.maskUploadId ? [body.edit.maskUploadId] : []
  if (!(await markOwnPicturesUsed(db, userId, [...imagePrompts, ...styleReferences, ...masks]))) return notFound
  if (parent.value && body.projectId && parent.value.projectId !== body.projectId)
    return failure({ code: 'impossible', message: 'The parent belongs to another project.' })
  const mask =
    body.edit && parent.value ? await findMask(db, { userId, edit: body.edit, size: parent.value.size }) : success(null)
  if (!mask.ok) return mask

  const own = await ownKeysOf(db, userId)
  const card = body.modelOf ? await readCard(db, userId, body.modelOf) : null
  if (body.modelOf && !card) return notFound
  const named = card?.model ?? body.model
  if (named === noModel)
    return failure({ code: 'impossible', message: 'The images of this card were brought in. Name a model instead.' })
  const words = `${body.prompt} ${style?.promptFragment ?? ''}`
  const chosen = body.edit
    ? await chooseExecutor(deps, { edit: body.edit, named, chooser: { userId, own }, words })
    : chooseModel(registry, named, { userId, own })
  if (!chosen.ok) return chosen
  const model = chosen.value
  const edit =
    body.edit && parent.value
      ? await resolveEdit(deps, body.edit, { model, mask: mask.value, source: parent.value.size })
      : success(null)
  if (!edit.ok) return edit
  const { rawMode } = body
  const controls = body.edit ? undefined : chosenControls(body.controls === undefined ? card?.controls : body.controls)
  const shape = edit.value ? nearestShape(edit.value.size) : shapeOf(body)
  const wanted = { ...shape, rawMode, ...(controls && { controls }) }
  // The settings of a model whose name is hidden are not known to the sender.
  const settings = body.modelOf ? settingsForModel(wanted, modelLimits(model, { money: 'off', own })) : wanted
  const given = { imagePrompts, styleReferences }
  const sent =
    names === 'resolved'
      ? await withNamedReferences(db, { userId, prompt: body.prompt, model }, given)
      : success({ ...given, references: [] })
  if (!sent.ok) return sent
  const pictures = sent.value
  const problem = impossibleRequest(model, body.edit?.operation ?? null, {
    ...settings,
    hasStyle: style !== null,
    imagePrompts: pictures.imagePrompts.length,
    styleReferences: pictures.styleReferences.length,
  })
  if (problem) return failure({ code: 'impossible', message: problem })
  return success({
    model,
    projectId,
    parent: parent.value,
    edit: edit.value,
    size: edit.value?.size ?? pixelSize(settings.aspectRatio, settings.resolution),
    listPrice: body.edit ? editPrice(model, body.edit.operation, '1K') : imagePrice(model, settings.resolution),
    style,
    ownKey: isPaidByUser(model, own),
    settings,
    pictures,
  })
}
