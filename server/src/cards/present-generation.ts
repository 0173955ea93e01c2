import type { GenerationShape } from '#contract/cards/generation.ts'
import { executorOf } from '#domain/edit/edit-record.ts'
import { noModel, originOf } from '#domain/generation/origin.ts'
import { generationStatus } from '#domain/generation/status.ts'
import type { generations } from '../db/schema/generations.ts'
import type { ModelRegistry } from '../providers/registry.ts'

export type GenerationRow = typeof generations.$inferSelect

/** Knows the names of models. */
export type ModelNames = Pick<ModelRegistry, 'find'>

/** The display name of a stored model; null where the images were brought in. */
export const modelNameOf = (model: string, registry: ModelNames): string | null =>
  model === noModel ? null : (registry.find(model)?.name ?? model)

/** The columns of a row that are presented. */
export type PresentableGeneration = Pick<
  GenerationRow,
  | 'id'
  | 'projectId'
  | 'parentGenerationId'
  | 'parentImageId'
  | 'branchKind'
  | 'prompt'
  | 'writtenPrompt'
  | 'improvedFrom'
  | 'references'
  | 'edit'
  | 'editRecord'
  | 'model'
  | 'styleId'
  | 'aspectRatio'
  | 'resolution'
  | 'rawMode'
  | 'controls'
  | 'seed'
  | 'imagePrompts'
  | 'styleReferences'
  | 'canvasX'
  | 'canvasY'
  | 'isCollapsed'
  | 'price'
  | 'madeBy'
  | 'madeByName'
  | 'purseId'
  | 'why'
  | 'createdAt'
>

/** Presents a generation, field by field, with its model's name: a `ModelHider` hides it. `images` in their order. */
export function presentGeneration(
  row: PresentableGeneration,
  images: GenerationShape['images'],
  registry: ModelRegistry,
): GenerationShape {
  const model = modelNameOf(row.model, registry)
  return {
    id: row.id,
    projectId: row.projectId,
    parentGenerationId: row.parentGenerationId,
    parentImageId: row.parentImageId,
    branchKind: row.branchKind,
    prompt: row.prompt,
    writtenPrompt: row.writtenPrompt,
    improvedFrom: row.improvedFrom,
    references: (row.references ?? []).map(({ name, versionId }) => ({ name, versionId })),
    edit: row.edit,
    executor: row.edit && model !== null ? executorOf(model) : null,
    editRecord: row.editRecord,
    origin: originOf(row.model),
    model,
    hiddenModel: null,
    settings: {
      style: row.styleId,
      aspectRatio: row.aspectRatio,
      resolution: row.resolution,
      rawMode: row.rawMode,
      seed: row.seed,
      ...(row.controls && { controls: row.controls }),
    },
    imagePrompts: row.imagePrompts,
    styleReferences: row.styleReferences,
    status: generationStatus(images.map((image) => image.status)),
    canvasX: row.canvasX,
    canvasY: row.canvasY,
    isCollapsed: row.isCollapsed,
    price: row.price,
    madeBy:
      row.madeBy === null
        ? null
        : {
            tokenId: row.madeBy,
            name: row.madeByName ?? '',
            ...(row.purseId !== null && { purseId: row.purseId }),
            ...(row.why !== null && { why: row.why }),
          },
    createdAt: row.createdAt.toISOString(),
    images,
  }
}
