import { z } from 'zod'
import {
  adjustmentNames,
  type EditRequest,
  editFault,
  editOperations,
  maxEdgePixels,
  maxResultSide,
} from '#domain/edit/operation.ts'
import { hundredths, plainString, uuid } from '../text.ts'

const edgePixels = z.int().min(0).max(maxEdgePixels)
const corner = z.int().min(-maxResultSide).max(maxResultSide)
const side = z.int().min(1).max(maxResultSide)
const adjustment = z.number().min(-100).max(100).optional()

/** A rectangle in pixels of a picture. */
const pixelBox = z.strictObject({ x: z.int(), y: z.int(), width: z.int(), height: z.int() })

/** An edit as it was asked for: what its operation does not use is absent. */
export const editShape = z.strictObject({
  operation: z.enum(editOperations),
  /**
   * An upload: PNG, white = change, of the source's upright size. For `replace-background` and `remove-background` the background
   * is white; a mask that is black along most of the picture's edge is read as a rough selection of the subject instead.
   */
  maskUploadId: uuid.optional(),
  /**
   * For `remove-background`. `exact`: white is all of the background, and black all of the subject, wherever it lies; soft edges that
   * are found stay where they agree with it.
   */
  maskUse: z.enum(['exact']).optional(),
  /** Pixels of the source over which the change fades out beyond the grown mask; default 0. */
  feather: edgePixels.optional(),
  /** Pixels of the source by which the mask grows, or shrinks below 0; default 0. */
  grow: z.int().min(-maxEdgePixels).max(maxEdgePixels).optional(),
  /**
   * In pixels of the source; for `extend` and `crop`. `angle`: degrees by which the frame is turned clockwise about its center; the
   * result is what lies in it, upright.
   */
  frame: z
    .strictObject({ x: corner, y: corner, width: side, height: side, angle: z.number().min(-180).max(180).optional() })
    .optional(),
  /** For `upscale`. */
  factor: z.union([z.literal(2), z.literal(4)]).optional(),
  /** For `adjust`; a missing value is 0. */
  adjustments: z
    .strictObject(
      Object.fromEntries(adjustmentNames.map((name) => [name, adjustment])) as Record<
        (typeof adjustmentNames)[number],
        typeof adjustment
      >,
    )
    .optional(),
})
export type EditShape = z.infer<typeof editShape>

/** The same in a request, where its fields must fit the operation. */
export const editBody = editShape.superRefine((edit: EditRequest, context) => {
  const fault = editFault(edit)
  if (fault) context.addIssue({ code: 'custom', message: fault.message, path: [fault.field] })
})

/** The values that were really used for an edit. */
export const editRecordShape = z.strictObject({
  /** The canonical mask, an upload: PNG, 8-bit gray, white = change, of the source's size. Null without one. */
  maskId: z.uuid().nullable(),
  /** The smallest rectangle around its white pixels. */
  maskBox: pixelBox.nullable(),
  /** The part of the source that was given to the executor; null: the whole. */
  cropBox: pixelBox.nullable(),
  /** Strength of the change, 0 to 1, for an executor that reads such a number. */
  strength: z.number().nullable(),
  /** The installed tool of this machine that makes it; null: none does. */
  tool: plainString(200).nullable(),
})

/** An operation of a model, with its price for one image here, in hundredths of a credit. */
export const modelEditShape = z.strictObject({
  operation: z.enum(editOperations),
  price: hundredths,
  /** Seconds that one image usually takes. */
  seconds: z.number(),
})

/** Who would do an operation now. */
export const editOperationShape = z.strictObject({
  operation: z.enum(editOperations),
  /** The name for people. */
  title: z.string(),
  /** `this-machine` or the model's name; null where nothing here can do it. */
  executor: z.string().nullable(),
  /** For one image, in hundredths of a credit; 0 where nothing can do it. */
  price: hundredths,
  /** Seconds that one image usually takes; null where nothing can do it. */
  seconds: z.number().nullable(),
  /** A note to read before: 'Mirrors the edges; a model paints new ones.' Null where there is nothing. */
  note: z.string().nullable(),
  /** The thing that would enable it, or do it better, as a sentence; null where nothing would. */
  enabledBy: z.string().nullable(),
  /** Everything that can do it now, the one that would do it first. */
  executors: z.array(
    z.strictObject({
      executor: z.string(),
      /** To be sent as `model`. */
      model: z.string(),
      price: hundredths,
      seconds: z.number(),
      /** Whether it needs a selection. */
      needsMask: z.boolean(),
    }),
  ),
})
export type EditOperationShape = z.infer<typeof editOperationShape>
