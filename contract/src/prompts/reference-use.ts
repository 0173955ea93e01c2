import { z } from 'zod'
import { maxRemadeCards } from '#domain/prompt/named-reference.ts'
import { list } from '../list.ts'
import { hundredths, newId, time, uuid } from '../text.ts'

/** Uses on a page. */
export const usesPerPage = 50
/** Saved prompts that a reply lists. */
export const maxPromptsOfReference = 100

/** A card that names a reference; not in the trash. */
const referenceUse = z.strictObject({
  generationId: z.uuid(),
  projectId: z.uuid(),
  projectTitle: z.string(),
  /** The words as they were written, with the names of lists. */
  prompt: z.string(),
  /** The version that was sent. It may be one of the oldest, which a reference of more than 50 versions has lost. */
  versionId: z.uuid(),
  /** Whether it is the newest version. */
  isCurrent: z.boolean(),
  /** The price of making the card again, by today's prices; null where its model is not available. */
  price: hundredths.nullable(),
  createdAt: time,
})
export type ReferenceUse = z.infer<typeof referenceUse>

export const referenceUsesQuery = z.strictObject({
  id: uuid,
  /** `nextCursor` of the previous page. */
  cursor: z.string().max(200).optional(),
})

export const referenceUses = z.strictObject({
  ...list(referenceUse),
  /** Saved prompts with the name in their text, newest first, at most 100. Empty after the first page. */
  savedPrompts: z.array(z.strictObject({ id: z.uuid(), name: z.string() })),
})
export type ReferenceUses = z.infer<typeof referenceUses>

export const remakeBody = z.strictObject({
  /** The reference. */
  id: uuid,
  /** The cards to make again, which were sent an older version. */
  generationIds: z
    .array(uuid)
    .min(1)
    .max(maxRemadeCards)
    .refine((ids) => new Set(ids).size === ids.length, 'Each card once.'),
  /** The price shown before Go, in hundredths of a credit: a higher price is refused. */
  price: hundredths.min(0),
  /** The id of the first new series. */
  seriesId: newId,
})
export type RemakeBody = Omit<z.infer<typeof remakeBody>, 'id'>

export const remakeReply = z.strictObject({
  /** One for each project. */
  series: z.array(z.strictObject({ id: z.uuid(), projectId: z.uuid() })),
  /** The cards that can not be made again, each with the reason. */
  refused: z.array(z.strictObject({ generationId: z.uuid(), message: z.string() })),
})
export type RemakeReply = z.infer<typeof remakeReply>
