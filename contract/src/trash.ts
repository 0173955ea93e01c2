import { z } from 'zod'
import { time } from './text.ts'

/** A deleted branch: what was deleted together, under the card that was deleted. */
export const trashItemShape = z.strictObject({
  generationId: z.uuid(),
  projectId: z.uuid(),
  prompt: z.string(),
  deletedAt: time,
  /** When it goes for good. */
  expiresAt: time,
  cardCount: z.int(),
  imageCount: z.int(),
  thumbnailImageId: z.uuid().nullable(),
})
export type TrashItemShape = z.infer<typeof trashItemShape>
