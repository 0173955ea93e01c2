import { z } from 'zod'
import { feedbackTypes } from '#domain/board/feedback.ts'
import { aspectRatios } from '#domain/models/aspect-ratio.ts'
import { generationShape } from './generation.ts'
import { imageShape } from './image.ts'
import { plainString, text } from './text.ts'

/** Assets on a page. */
export const assetsPerPage = 60

/** A completed image of the user with the settings that made it. */
export const assetShape = imageShape.extend({
  projectId: z.uuid(),
  parentGenerationId: z.uuid().nullable(),
  prompt: z.string(),
  /** The display name of the model; what stands for it as long as a race hides it. */
  model: z.string(),
  /** Whether a race hides the model's name, until it has a winner. */
  hidesModel: z.boolean(),
  settings: generationShape.shape.settings,
})
export type AssetShape = z.infer<typeof assetShape>

/** A day (UTC), or a moment. */
const dayOrTime = z.union([z.iso.date(), z.iso.datetime({ offset: true })])

/** What the list of assets is narrowed to; all conditions hold together. */
export const assetsQuery = z.strictObject({
  /** `nextCursor` of the page before. */
  cursor: z.string().max(200).optional(),
  /** Words or parts of words of the prompt, in any script; all must be in it. */
  q: text({ minimum: 0, maximum: 200 }).optional(),
  /** Display name or value. Images whose model a race hides are found by none. */
  model: plainString(100).min(1).optional(),
  aspectRatio: z.enum(aspectRatios).optional(),
  feedback: z.enum(feedbackTypes).optional(),
  projectId: z.uuid().optional(),
  /** Not before this day or moment. */
  from: dayOrTime.optional(),
  /** Not after this day or moment. */
  to: dayOrTime.optional(),
})
export type AssetsQuery = z.infer<typeof assetsQuery>
