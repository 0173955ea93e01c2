import { z } from 'zod'
import { time, uuid } from './text.ts'

/** A deleted branch: the cards that were deleted together, under the topmost one. */
export const trashItemShape = z.strictObject({
  generationId: uuid,
  projectId: uuid,
  prompt: z.string(),
  deletedAt: time,
  /** When it is removed permanently. */
  expiresAt: time,
  cardCount: z.int(),
  imageCount: z.int(),
  thumbnailImageId: uuid.nullable(),
})
export type TrashItemShape = z.infer<typeof trashItemShape>
