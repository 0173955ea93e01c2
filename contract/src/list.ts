import { z } from 'zod'

/** The fields of a reply that lists things: a page of them, and where the next one starts. */
export const list = <Item extends z.ZodType>(item: Item) => ({
  items: z.array(item),
  nextCursor: z.string().nullable(),
})
