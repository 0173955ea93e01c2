import { z } from 'zod'
import { historyKinds } from '#domain/history/replay.ts'
import { generationShape } from '../cards/generation.ts'

/** One step of a card's history: when (milliseconds since 1970), what, and where the card was then. */
const historyEntryShape = z.tuple([z.int(), z.enum(historyKinds), z.uuid(), z.number(), z.number()])

/** A page of a project's history, oldest first, with the cards that are in its trash now. */
export const historyShape = z.strictObject({
  items: z.array(historyEntryShape),
  nextCursor: z.string().nullable(),
  /** Only in the first page. */
  deleted: z.array(generationShape),
})
export type HistoryShape = z.infer<typeof historyShape>
