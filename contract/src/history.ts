import { z } from 'zod'
import { historyKinds } from '#domain/history/replay.ts'
import { generationShape } from './generation.ts'

/** One thing that happened to a card: when (milliseconds since 1970), what, to which, and where it lay then. */
export const historyEntryShape = z.tuple([z.int(), z.enum(historyKinds), z.uuid(), z.number(), z.number()])

/** A page of a project's history, oldest first, and the cards in its trash: they were there once. */
export const historyShape = z.strictObject({
  items: z.array(historyEntryShape),
  nextCursor: z.string().nullable(),
  /** With the first page alone. */
  deleted: z.array(generationShape),
})
export type HistoryShape = z.infer<typeof historyShape>
