import { z } from 'zod'
import { time } from '../text.ts'

export const trashQuery = z.strictObject({
  /** Only of this project; without: of all projects that are not in the trash themselves. */
  projectId: z.uuid().optional(),
  /** `nextCursor` of the previous page. */
  cursor: z.string().max(200).optional(),
})
export type TrashQuery = z.infer<typeof trashQuery>

export const trashItemsPerPage = 50

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
