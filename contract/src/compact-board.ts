import { z } from 'zod'
import { feedbackTypes } from '#domain/board/feedback.ts'
import { branchKinds } from './generation.ts'
import { imageShape } from './image.ts'
import { time } from './text.ts'

/**
 * The compact form of a project's generations, `GET /api/projects/{id}/board`: lines of JSON (application/x-ndjson). First a
 * header, then lists of cards; those around the saved view come first. It carries all that the long list does, and where
 * each picture lies in the sheets of thumbnails. `compact-card.ts` writes and reads one card.
 */
export const boardHeader = z.strictObject({
  projectId: z.uuid(),
  seq: z.int(),
  /** How many cards follow. */
  count: z.int(),
  /** The cards' times count from here, in milliseconds. */
  since: time,
  /** Display names; a card names its model by the place in this list. */
  models: z.array(z.string()),
  /** Ids of the sheets of thumbnails; an image names its sheet by the place in this list. */
  sheets: z.array(z.uuid()),
})
export type BoardHeader = z.infer<typeof boardHeader>

/** What an image has that does not follow from its card: left out where it is as usual. */
export const compactImage = imageShape
  .omit({ generationId: true, orderNum: true, status: true, imageUrl: true, feedback: true })
  .partial()
  .extend({
    /** Places in `imageStatuses`; left out: completed. */
    status: z.int().optional(),
    feedback: z.array(z.enum(feedbackTypes)).optional(),
  })

/** What a card has that most cards have not. */
export const compactCardExtras = z
  .strictObject({
    parentImageId: z.uuid(),
    branchKind: z.enum(branchKinds),
    isCollapsed: z.literal(true),
    style: z.uuid(),
    rawMode: z.literal(true),
    price: z.int(),
    /** By the image's place; null where all is as usual. */
    images: z.array(compactImage.nullable()),
    /** `[sheet, slot]` by the image's place, where they don't follow each other. */
    slots: z.array(z.tuple([z.int(), z.int()]).nullable()),
  })
  .partial()

export const compactCard = z.tuple([
  /** `id` */ z.uuid(),
  /** The card's place in the project's order of creation, from 0. */ z.int(),
  /** The parent's place in that order; -1 without one. */ z.int(),
  /** Milliseconds after the header's `since`. */ z.int(),
  /** `canvasX` */ z.number(),
  /** `canvasY` */ z.number(),
  z.string(),
  /** In the header's `models`. */ z.int(),
  /** In `aspectRatios`. */ z.int(),
  /** In `resolutions`. */ z.int(),
  /** `seed` of the settings */ z.int(),
  /** Average colours, six hexadecimal digits for each image; empty where one is missing: then they stand in the extras. */ z.string(),
  /** The sheet of the first image; -1: the images lie in none. */ z.int(),
  /** The slot of the first image; the others follow. */ z.int(),
  /** Present only if there is something to say. */ compactCardExtras.optional(),
])
export type CompactCard = z.infer<typeof compactCard>
export const compactCards = z.array(compactCard)
