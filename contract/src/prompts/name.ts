import { z } from 'zod'
import { text } from '../text.ts'

/**
 * Text without control characters and breaks of lines, since a name stands in one line, and without the marks that reverse or isolate
 * text (Unicode, bidirectional class LRE to PDI): with them a name reads as another one.
 */
const inLine = /^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u

/** A text of one line, trimmed, in any script. */
export const line = ({ maximum }: { readonly maximum: number }) =>
  text({ minimum: 1, maximum }).refine((value) => inLine.test(value), 'Must be one line, without control characters.')

/** The outcome of an import: how many came in, and each that did not, with the reason. */
export const importReply = z.strictObject({
  saved: z.int(),
  refused: z.array(z.strictObject({ name: z.string(), message: z.string() })),
})
export type ImportReply = z.infer<typeof importReply>
