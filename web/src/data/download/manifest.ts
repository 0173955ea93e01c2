import type { GenerationShape } from '#contract/generation.ts'
import type { ImageShape } from '#contract/image.ts'

/** What a manifest contains of the generation of a picture; an asset does not have all of it. */
type Making = Pick<GenerationShape, 'prompt' | 'model' | 'settings' | 'parentGenerationId'> &
  Partial<Pick<GenerationShape, 'branchKind' | 'parentImageId' | 'edit'>>

/** A picture with the name of its file. */
export type NamedPicture = {
  readonly name: string
  readonly generation: Making
  readonly image: ImageShape
}

/** The manifest of a zip, from which each picture can be generated again. */
export function manifestOf(files: readonly NamedPicture[]) {
  return {
    images: files.map(({ name, generation, image }) => ({
      file: name,
      id: image.id,
      generationId: image.generationId,
      prompt: generation.prompt,
      model: generation.model,
      settings: generation.settings,
      seed: image.seed,
      width: image.width,
      height: image.height,
      branchKind: generation.branchKind,
      ...(generation.edit && { edit: generation.edit }),
      parentGenerationId: generation.parentGenerationId,
      parentImageId: generation.parentImageId,
      feedback: image.feedback,
      createdAt: image.createdAt,
    })),
  }
}
