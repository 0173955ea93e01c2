import { z } from 'zod'
import { time } from './text.ts'

/** A deleted branch: the cards that were deleted together, under the topmost one. */
export const trashItemShape = z.strictObject({
  generationId: z.uuid(),
  projectId: z.uuid(),
  prompt: z.string(),
  deletedAt: time,
  /** When it is removed permanently. */
  expiresAt: time,
  cardCount: z.int(),
  imageCount: z.int(),
  thumbnailImageId: z.uuid().nullable(),
})
export type TrashItemShape = z.infer<typeof trashItemShape>
