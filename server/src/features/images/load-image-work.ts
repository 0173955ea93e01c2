import { eq } from 'drizzle-orm'
import { lackOfEdit, noEditRecord } from '#domain/edit/edit-record.ts'
import { referencesOf } from '#domain/generation/references.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { promptWithReferences } from '#domain/prompt/named-reference.ts'
import { promptWithStyle } from '#domain/prompt/prompt-with-style.ts'
import type { DigitalSource } from '#domain/records/digital-source.ts'
import type { SystemDatabase } from '../../db/database.ts'
import { generatedImages, generations } from '../../db/schema/generations.ts'
import type { Job } from '../../jobs/job.ts'
import { originalKey } from '../../pictures/picture-keys.ts'
import { type ImageRequest, ProviderError } from '../../providers/provider.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import type { Storage } from '../../storage/storage.ts'
import { editInRecord } from '../edits/edit-masks.ts'
import type { EditWork } from '../edits/edit-work.ts'
import { workflowOfModel } from '../models/workflows/workflow-rows.ts'
import { readDigitalSource } from '../provenance/digital-source.ts'
import { readReferences } from '../references/read-references.ts'
import { uploadAttempt } from '../uploads/upload-files.ts'

export type ImageWork = {
  readonly request: ImageRequest
  /** Of an edit, what it starts from; `request.edit` is made of it. */
  readonly edit: EditWork | null
  readonly projectId: string
  /** The digital source of the picture; null only of one that is brought in. */
  readonly source: DigitalSource | null
  /** The record of how the picture is made, as it is written into the file. */
  readonly record: Readonly<Record<string, unknown>>
}

async function readOriginal(deps: { storage: Storage }, key: string | null | undefined): Promise<Uint8Array> {
  const bytes = key ? await deps.storage.get(key) : null
  if (!bytes) throw new ProviderError('invalid', 'A picture that this one is made from is missing.')
  return bytes
}

async function findParent(db: SystemDatabase, imageId: string) {
  const [parent] = await db
    .select({
      storageKey: generatedImages.storageKey,
      width: generatedImages.width,
      height: generatedImages.height,
      sensitive: generatedImages.sensitive,
      prompt: generations.prompt,
    })
    .from(generatedImages)
    .innerJoin(generations, eq(generations.id, generatedImages.generationId))
    .where(eq(generatedImages.id, imageId))
  return parent
}

export type LoadWorkDeps = {
  readonly db: SystemDatabase
  readonly registry: ModelRegistry
  readonly storage: Storage
  /** Reads the models of added providers again. */
  reloadAdded(): Promise<void>
}

/** Reads the mask of an edit; null where the generation is none. */
async function loadEdit(
  deps: { storage: Storage },
  { edit: asked, editRecord, prompt }: typeof generations.$inferSelect,
  { bytes, parent }: { readonly bytes: Uint8Array; readonly parent: PixelSize & Pick<EditWork, 'sensitive'> },
): Promise<EditWork | null> {
  if (!asked) return null
  const size = { width: parent.width, height: parent.height }
  const { maskId, maskBox, strength, tool } = editRecord ?? noEditRecord
  const sourceMask =
    maskId && maskBox ? { png: await readOriginal(deps, originalKey(maskId, uploadAttempt)), box: maskBox } : null
  return {
    asked,
    prompt,
    strength,
    tool: tool ?? null,
    source: { bytes, size },
    sourceMask,
    sensitive: parent.sensitive,
  }
}

/** Reads everything that a provider needs for the job's image: settings from the rows, pictures from the storage. */
export async function loadImageWork(deps: LoadWorkDeps, job: Job): Promise<ImageWork> {
  const [row] = await deps.db
    .select({ generation: generations, image: generatedImages })
    .from(generatedImages)
    .innerJoin(generations, eq(generations.id, generatedImages.generationId))
    .where(eq(generatedImages.id, job.imageId))
  if (!row) throw new ProviderError('invalid', 'The image was deleted.')
  const { generation, image } = row
  // Another process may have added its provider, or the workflow, a moment ago.
  if (!deps.registry.find(generation.model)) await deps.reloadAdded()
  const model = deps.registry.find(generation.model)
  if (!model) throw new ProviderError('invalid', `The model '${generation.model}' is not in the catalogue any more.`)

  const { imagePrompts, styleReferences, style } = generation
  const parent = generation.parentImageId ? await findParent(deps.db, generation.parentImageId) : undefined
  const lack =
    generation.edit &&
    lackOfEdit(generation.edit.operation, { record: generation.editRecord, hasSource: parent?.storageKey != null })
  if (lack) throw new ProviderError('invalid', lack)
  const source = generation.parentImageId ? await readOriginal(deps, parent?.storageKey) : null
  const words = image.prompt ?? generation.prompt
  const pictures = referencesOf({ imagePrompts, styleReferences, style }, model)
  // The picture that is branched from is sent first.
  const sentIds = [...(source ? [''] : []), ...pictures.map(({ id }) => id)]
  const prompt = promptWithReferences(words, generation.references ?? [], sentIds)
  const edit = source && parent ? await loadEdit(deps, { ...generation, prompt }, { bytes: source, parent }) : null

  return {
    projectId: generation.projectId,
    edit,
    source: await readDigitalSource(deps, image.id),
    request: {
      model,
      prompt: promptWithStyle(prompt, style),
      words: prompt,
      style,
      seed: image.seed,
      orderNum: image.orderNum,
      size: { width: image.width, height: image.height },
      aspectRatio: generation.aspectRatio,
      resolution: generation.resolution,
      rawMode: generation.rawMode,
      ...(generation.controls && { controls: generation.controls }),
      references: await readReferences(deps, pictures),
      parent:
        source && !edit ? { image: source, kind: generation.branchKind ?? 'edit', prompt: parent?.prompt ?? '' } : null,
      edit: null,
      ...(await workflowOfModel(deps.db, model)),
      conversationHistory: generation.conversationHistory,
    },
    record: {
      prompt: words,
      ...(generation.writtenPrompt !== null && { writtenPrompt: generation.writtenPrompt }),
      ...(generation.improvedFrom !== null && { improvedFrom: generation.improvedFrom }),
      model: model.name,
      provider: model.provider,
      apiModel: model.apiModel,
      settings: {
        aspectRatio: generation.aspectRatio,
        resolution: generation.resolution,
        rawMode: generation.rawMode,
        ...(generation.controls && { controls: generation.controls }),
        style: style && { id: generation.styleId, title: style.title, promptFragment: style.promptFragment },
        imagePrompts,
        styleReferences,
      },
      branchKind: generation.branchKind,
      ...editInRecord(generation.edit),
      parentImage: generation.parentImageId,
      parentGeneration: generation.parentGenerationId,
      image: image.id,
      generation: generation.id,
    },
  }
}
