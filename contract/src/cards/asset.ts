import { z } from 'zod'
import { feedbackTypes } from '#domain/board/feedback.ts'
import { origins } from '#domain/generation/origin.ts'
import { aspectRatios } from '#domain/models/aspect-ratio.ts'
import { plainString, text, uuid } from '../text.ts'
import { descriptionShape } from './description.ts'
import { generationShape } from './generation.ts'
import { imageShape } from './image.ts'

/** Assets on a page. */
export const assetsPerPage = 60

/** A completed image of the user with the settings that made it. */
export const assetShape = imageShape.extend({
  projectId: z.uuid(),
  parentGenerationId: z.uuid().nullable(),
  prompt: z.string(),
  origin: z.enum(origins),
  /** The display name of the model, or its alias while a race hides it; null where the image was brought in. */
  model: z.string().nullable(),
  /** Whether a race without a winner hides the model's name. */
  hidesModel: z.boolean(),
  settings: generationShape.shape.settings,
  /** Null: the image has none. */
  description: descriptionShape.pick({ text: true, languageModel: true }).nullable(),
})
export type AssetShape = z.infer<typeof assetShape>

/** A day (UTC) or a time. */
const dayOrTime = z.union([z.iso.date(), z.iso.datetime({ offset: true })])

/** The filters of the list of assets; all of them apply together. */
export const assetsQuery = z.strictObject({
  /** `nextCursor` of the previous page. */
  cursor: z.string().max(200).optional(),
  /** Words or parts of words of the prompt or of the image's description, in any script; all must match. */
  q: text({ minimum: 0, maximum: 200 }).optional(),
  /** Display name or value. Images whose model a race hides never match. */
  model: plainString(100).min(1).optional(),
  /** The images that models made, or those that were brought in. */
  origin: z.enum(origins).optional(),
  aspectRatio: z.enum(aspectRatios).optional(),
  feedback: z.enum(feedbackTypes).optional(),
  projectId: uuid.optional(),
  /** The images that this API token has asked for. */
  madeBy: uuid.optional(),
  /** From this day or time on. */
  from: dayOrTime.optional(),
  /** Up to this day or time. */
  to: dayOrTime.optional(),
})
export type AssetsQuery = z.infer<typeof assetsQuery>

/** The number of images that the filters of a list find. */
export const assetCountShape = z.strictObject({
  /** At most 10,000. */
  count: z.int(),
  /** Whether there are no more than `count`. */
  isExact: z.boolean(),
})
export type AssetCountShape = z.infer<typeof assetCountShape>
