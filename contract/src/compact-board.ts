import { z } from 'zod'
import { branchKinds } from './generation.ts'
import { imageShape } from './image.ts'
import { time } from './text.ts'

/**
 * The compact form of a project's generations, `GET /api/projects/{id}/board`: lines of JSON (application/x-ndjson). First a
 * header, then lists of cards: those around the saved view, then all others in the order of their creation. It carries all that the long list does, and where
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

const image = imageShape.shape

/** What an image has that does not follow from its card: left out where it is as usual. */
export const compactImage = z.strictObject({
  id: image.id.exactOptional(),
  status: image.status.exactOptional(),
  imageUrl: image.imageUrl.exactOptional(),
  width: image.width.exactOptional(),
  height: image.height.exactOptional(),
  averageColor: image.averageColor.exactOptional(),
  seed: image.seed.exactOptional(),
  attempt: image.attempt.exactOptional(),
  error: image.error.exactOptional(),
  feedback: image.feedback.exactOptional(),
  warnings: image.warnings.exactOptional(),
  createdAt: image.createdAt.exactOptional(),
})
export type CompactImage = z.infer<typeof compactImage>

/** What a card has that most cards have not. */
export const compactCardExtras = z
  .strictObject({
    /** A parent that stands in a later line, or is not on the board. */
    parentGenerationId: z.uuid(),
    /** The place of the parent's image that it branches from, where that image's id follows from the parent's. */
    parentImage: z.int(),
    /** The id of the parent's image, where it does not. */
    parentImageId: z.uuid(),
    branchKind: z.enum(branchKinds),
    isCollapsed: z.literal(true),
    style: z.uuid(),
    rawMode: z.literal(true),
    imagePrompts: z.array(z.uuid()),
    styleReferences: z.array(z.uuid()),
    price: z.int(),
    /** By the image's place; null where all is as usual. Left out: four, and all of them as usual. */
    images: z.array(compactImage.nullable()),
    /** `[sheet, slot]` by the image's place, where they don't follow each other. */
    slots: z.array(z.tuple([z.int(), z.int()]).nullable()),
  })
  .partial()

export const compactCard = z.tuple([
  /** `id` */ z.uuid(),
  /** The card's place on the board: they are counted as they come, from 0. */ z.int(),
  /** The place of a parent that stands in this line or an earlier one; else -1. */ z.int(),
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
export type CompactCardExtras = z.infer<typeof compactCardExtras>
export const compactCards = z.array(compactCard)
