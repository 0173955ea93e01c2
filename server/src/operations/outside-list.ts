import { z } from 'zod'

/**
 * A list from outside, of which at most some items are read: a schema checks all items of a list before it counts them, and each one
 * that does not fit costs it a hundred times what parsing it did (99,000 empty objects: 0.8 s, and 1 s more for the sentence).
 */
export const listUpTo = <Item extends z.ZodType>(maxItems: number, item: Item) =>
  z
    .custom<readonly unknown[]>(Array.isArray, 'Not a list.')
    .transform((items) => items.slice(0, maxItems))
    .pipe(z.array(item))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same for an object with any names. */
export const recordUpTo = <Value extends z.ZodType>(maxEntries: number, value: Value) =>
  z
    .custom<Record<string, unknown>>(isObject, 'Not an object.')
    .transform((record) => Object.fromEntries(Object.entries(record).slice(0, maxEntries)))
    .pipe(z.record(z.string(), value))

/** The first fault of an answer, for the log: the sentence of all of them may be longer than the answer. */
export function firstIssue({ issues: [issue] }: z.ZodError): string {
  return issue ? `${issue.path.join('.')}: ${issue.message}`.slice(0, 300) : ''
}
