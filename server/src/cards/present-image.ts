import type { ImageShape } from '#contract/cards/image.ts'
import { imageUrl } from '#contract/cards/image-url.ts'
import type { generatedImages } from '../db/schema/generations.ts'

export type ImageRow = typeof generatedImages.$inferSelect

/** The columns of a row that are presented. */
export type PresentableImage = Omit<
  ImageRow,
  'userId' | 'mediaType' | 'byteSize' | 'sheetId' | 'sheetSlot' | 'completedAt'
>

/** Presents an image, field by field. */
export function presentImage(row: PresentableImage, feedback: ImageShape['feedback']): ImageShape {
  return {
    id: row.id,
    generationId: row.generationId,
    orderNum: row.orderNum,
    status: row.status,
    imageUrl: row.storageKey === null ? null : imageUrl(row.id),
    width: row.width,
    height: row.height,
    averageColor: row.averageColor,
    seed: row.seed,
    prompt: row.prompt,
    attempt: row.attempt,
    error: row.errorCode === null ? null : { code: row.errorCode, message: row.errorMessage ?? '' },
    feedback,
    warnings: row.warnings,
    sensitive: row.sensitive,
    createdAt: row.createdAt.toISOString(),
  }
}
