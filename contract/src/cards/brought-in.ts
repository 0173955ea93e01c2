import { z } from 'zod'
import type { ErrorCode } from '#domain/errors.ts'
import { maxBroughtIn } from '#domain/generation/origin.ts'
import { errorTable } from '../errors.ts'
import { newId, uuid } from '../text.ts'
import { coordinate, generationShape } from './generation.ts'

/** A coordinate as a field of a form. */
const field = z
  .string()
  .regex(/^-?\d{1,10}(\.\d{1,20})?$/, 'Must be a number.')
  .transform(Number)
  .pipe(coordinate)

/** The fields of the form, beside the files in parts named `picture`. */
export const bringInForm = z
  .strictObject({
    /** The id of the first card, in place of an Idempotency-Key. */
    cardId: newId,
    /** The place of the first card on the canvas; default: a free place. */
    canvasX: field.optional(),
    canvasY: field.optional(),
    /** `together`: four files a card, in their order. */
    asCards: z.enum(['one-each', 'together']).default('one-each'),
  })
  .refine((form) => (form.canvasX === undefined) === (form.canvasY === undefined), {
    message: 'canvasX and canvasY go together.',
    path: ['canvasY'],
  })
export type BringInForm = z.output<typeof bringInForm>

/** Images of the user that are copied to a canvas. */
export const bringAssetsInput = z
  .strictObject({
    /** Of the project. */
    id: uuid,
    /** The id of the first card, in place of an Idempotency-Key. */
    cardId: newId,
    imageIds: z.array(uuid).min(1).max(maxBroughtIn),
    /** The place of the first card on the canvas; default: a free place. */
    canvasX: coordinate.optional(),
    canvasY: coordinate.optional(),
    /** `together`: four images a card, in their order. */
    asCards: z.enum(['one-each', 'together']).default('one-each'),
  })
  .refine((body) => (body.canvasX === undefined) === (body.canvasY === undefined), {
    message: 'canvasX and canvasY go together.',
    path: ['canvasY'],
  })

/** Counts the files, or the images, of the request from 0: two can have one name. Missing in replies that an earlier release stored. */
const place = z.int().min(0).optional()

/** A file that was not brought in, and why; the others were. */
export const refusedPicture = z.strictObject({
  place,
  /** The name of the file. */
  name: z.string(),
  code: z.enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
})
export type RefusedPictureShape = z.infer<typeof refusedPicture>

/** A file that came in and is a picture of the user, whose record is not in the file: how it was made. Its card can be rebuilt. */
const recordedPicture = z.strictObject({
  place,
  /** The name of the file. */
  name: z.string(),
  prompt: z.string(),
  model: z.string(),
  /** The number of pictures that it came from. */
  ancestors: z.int().min(0),
})
export type RecordedPictureShape = z.infer<typeof recordedPicture>

/** The new cards in the order of their files, the files that were refused, and those whose record is not in them. */
export const broughtInShape = z.strictObject({
  generations: z.array(generationShape),
  refused: z.array(refusedPicture),
  recorded: z.array(recordedPicture).optional(),
})
export type BroughtInShape = z.infer<typeof broughtInShape>
