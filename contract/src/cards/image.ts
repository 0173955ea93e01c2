import { z } from 'zod'
import { feedbackTypes } from '#domain/board/feedback.ts'
import { imageFailures } from '#domain/errors.ts'
import { imageStatuses } from '#domain/generation/status.ts'
import { sensitiveStates } from '#domain/pictures/sensitive.ts'
import { time } from '../text.ts'

export const imageShape = z.strictObject({
  id: z.uuid(),
  generationId: z.uuid(),
  orderNum: z.int(),
  status: z.enum(imageStatuses),
  /** Null until the picture is stored. */
  imageUrl: z.string().nullable(),
  /** Pixels: the requested size until the picture is stored, then its real size. */
  width: z.int(),
  height: z.int(),
  /** `#rrggbb`; null until the picture is stored. */
  averageColor: z.string().nullable(),
  seed: z.int(),
  /** The words that were drawn for it from lists; null: those of its card. */
  prompt: z.string().nullable(),
  /** 1 for the first try; a Retry adds one. */
  attempt: z.int(),
  error: z.strictObject({ code: z.enum(imageFailures), message: z.string() }).nullable(),
  feedback: z.array(z.enum(feedbackTypes)),
  /** Warnings about the picture, as sentences. */
  warnings: z.array(z.string()),
  /** Where the safety filter found the picture sensitive: `hidden` behind a blur, or `shown` since its owner asked for it. */
  sensitive: z.enum(sensitiveStates).nullable(),
  createdAt: time,
})
export type ImageShape = z.infer<typeof imageShape>
