import { z } from 'zod'
import { editRecordShape, editShape } from '../cards/edit.ts'
import { branchKinds, makerShape, sentReference } from '../cards/generation.ts'
import { imageShape } from '../cards/image.ts'
import { controlValuesShape } from '../models/controls.ts'
import { modelLimitsShape } from '../models/model.ts'
import { purseShape } from '../programs/purse.ts'
import { time } from '../text.ts'
import { boardItems } from './board-item.ts'

/**
 * The compact form of a project's generations, `GET /api/projects/{id}/board`: lines of JSON (application/x-ndjson).
 * The first line is a header; lists of cards follow: those around the saved view, then all others in the order of their
 * creation. It contains everything that the long list does, and where each picture is in the sheets of thumbnails.
 * `compact-card.ts` writes and reads one card.
 */
export const boardHeader = z.strictObject({
  projectId: z.uuid(),
  seq: z.int(),
  /** The number of cards that follow. */
  count: z.int(),
  /** The zero of the cards' times, in milliseconds. */
  since: time,
  /** Display names; a card refers to its model by index. */
  models: z.array(z.string()),
  /** Ids of the sheets of thumbnails; an image refers to its sheet by index. */
  sheets: z.array(z.uuid()),
  ...boardItems,
  /** In the order of their creation. */
  purses: z.array(purseShape),
})
export type BoardHeader = z.infer<typeof boardHeader>

const image = imageShape.shape

/** The exceptions of an image: what does not follow from its card. */
export const compactImage = z.strictObject({
  id: image.id.exactOptional(),
  status: image.status.exactOptional(),
  imageUrl: image.imageUrl.exactOptional(),
  width: image.width.exactOptional(),
  height: image.height.exactOptional(),
  averageColor: image.averageColor.exactOptional(),
  seed: image.seed.exactOptional(),
  prompt: image.prompt.exactOptional(),
  attempt: image.attempt.exactOptional(),
  error: image.error.exactOptional(),
  feedback: image.feedback.exactOptional(),
  warnings: image.warnings.exactOptional(),
  sensitive: image.sensitive.exactOptional(),
  createdAt: image.createdAt.exactOptional(),
})
export type CompactImage = z.infer<typeof compactImage>

/** The exceptions of a card. */
export const compactCardExtras = z
  .strictObject({
    /** The id of a parent that is in a later line, or not on the board. */
    parentGenerationId: z.uuid(),
    /** The index of the image that it branches from, where that image's id follows from the parent's. */
    parentImage: z.int(),
    /** The id of the image that it branches from, where it does not. */
    parentImageId: z.uuid(),
    branchKind: z.enum(branchKinds),
    writtenPrompt: z.string(),
    improvedFrom: z.string(),
    references: z.array(sentReference),
    /** The edit as it was asked for, and what was really used. */
    edit: editShape,
    editRecord: editRecordShape,
    isCollapsed: z.literal(true),
    style: z.uuid(),
    rawMode: z.literal(true),
    controls: controlValuesShape,
    imagePrompts: z.array(z.uuid()),
    styleReferences: z.array(z.uuid()),
    price: z.int(),
    madeBy: makerShape,
    hiddenModel: modelLimitsShape,
    /** Exceptions by image index; null for an image without any. Default: four images without exceptions. */
    images: z.array(compactImage.nullable()),
    /** `[sheet, slot]` by image index, where the slots are not consecutive. */
    slots: z.array(z.tuple([z.int(), z.int()]).nullable()),
  })
  .partial()

export const compactCard = z.tuple([
  /** `id` */ z.uuid(),
  /** The index of the card on the board, from 0 over all lines. */ z.int(),
  /** The index of a parent in this line or an earlier one; else -1. */ z.int(),
  /** Milliseconds after the header's `since`. */ z.int(),
  /** `canvasX` */ z.number(),
  /** `canvasY` */ z.number(),
  z.string(),
  /** Index in the header's `models`; -1 where the images were brought in. */ z.int(),
  /** Index in `aspectRatios`. */ z.int(),
  /** Index in `resolutions`. */ z.int(),
  /** `seed` of the settings */ z.int(),
  /**
   * Average colors, six hexadecimal digits for each image; empty if one is missing: then they are in the extras.
   */ z.string(),
  /** The sheet of the first image; -1 if the images are in no sheet. */ z.int(),
  /** The slot of the first image; the others follow. */ z.int(),
  /** Present only if there are exceptions. */ compactCardExtras.optional(),
])
export type CompactCard = z.infer<typeof compactCard>
export type CompactCardExtras = z.infer<typeof compactCardExtras>
export const compactCards = z.array(compactCard)
