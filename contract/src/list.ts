import { z } from 'zod'

/** The fields of a reply that lists things: a page, and the cursor of the next one. */
export const list = <Item extends z.ZodType>(item: Item) => ({
  items: z.array(item),
  nextCursor: z.string().nullable(),
})
