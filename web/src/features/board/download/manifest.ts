import type { GenerationShape } from '#contract/generation.ts'
import type { ImageShape } from '#contract/image.ts'

/** What a zip says about each of its pictures, so that it can be made again. */
export function manifestOf(files: readonly { name: string; generation: GenerationShape; image: ImageShape }[]) {
  return {
    images: files.map(({ name, generation, image }) => ({
      file: name,
      id: image.id,
      generationId: generation.id,
      prompt: generation.prompt,
      model: generation.model,
      settings: generation.settings,
      seed: image.seed,
      width: image.width,
      height: image.height,
      branchKind: generation.branchKind,
      parentGenerationId: generation.parentGenerationId,
      parentImageId: generation.parentImageId,
      feedback: image.feedback,
      createdAt: image.createdAt,
    })),
  }
}
