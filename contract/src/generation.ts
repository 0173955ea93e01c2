import { z } from 'zod'
import { origins } from '#domain/generation/origin.ts'
import { largestSeed } from '#domain/generation/seed.ts'
import { generationStatuses } from '#domain/generation/status.ts'
import { aspectRatios, resolutions } from '#domain/models/aspect-ratio.ts'
import { imageShape } from './image.ts'
import { modelLimitsShape } from './model.ts'
import { hundredths, text, time } from './text.ts'

export const branchKinds = ['enhance', 'remix'] as const
export type BranchKind = (typeof branchKinds)[number]

/** A coordinate on the canvas; far beyond any real canvas, and exact in a double. */
export const coordinate = z.number().min(-1e9).max(1e9)

const seed = z.int().min(0).max(largestSeed)

export const generationShape = z.strictObject({
  id: z.uuid(),
  projectId: z.uuid(),
  parentGenerationId: z.uuid().nullable(),
  parentImageId: z.uuid().nullable(),
  branchKind: z.enum(branchKinds).nullable(),
  prompt: z.string(),
  origin: z.enum(origins),
  /** The display name of the model; its alias as long as a race hides it; null where the images were brought in. */
  model: z.string().nullable(),
  /**
   * While a race hides the model: its limits for requests by `modelOf`, at the highest price among the race's models;
   * null where `model` is its name. The card's own price would reveal the model, and is 0 until then.
   */
  hiddenModel: modelLimitsShape.nullable(),
  settings: z.strictObject({
    style: z.uuid().nullable(),
    aspectRatio: z.enum(aspectRatios),
    resolution: z.enum(resolutions),
    rawMode: z.boolean(),
    seed,
  }),
  /** Ids of the uploads or images used as input, in order. */
  imagePrompts: z.array(z.uuid()),
  /** Ids of the pictures used as style references only. */
  styleReferences: z.array(z.uuid()),
  status: z.enum(generationStatuses),
  canvasX: z.number(),
  canvasY: z.number(),
  isCollapsed: z.boolean(),
  price: hundredths,
  createdAt: time,
  images: z.array(imageShape),
})
export type GenerationShape = z.infer<typeof generationShape>

/** The body of the specification's 'generate-image'. */
export const requestGenerationBody = z
  .strictObject({
    prompt: text({ minimum: 1, maximum: 4_000 }),
    /** Display name or value; default: the default model. */
    model: z.string().min(1).max(100).optional(),
    /**
     * The card whose model is used, instead of `model`: also while a race hides it. Settings that the model does not have become
     * those that it has.
     */
    modelOf: z.uuid().nullish(),
    style: z.uuid().nullish(),
    /** Ids of uploads or images of the user. */
    imagePrompts: z.array(z.uuid()).max(16).nullish(),
    /** Style references: ids of uploads or images of the user. */
    styleReferences: z.array(z.uuid()).max(8).nullish(),
    aspectRatio: z.enum(aspectRatios).default('1:1'),
    resolution: z.enum(resolutions).default('1K'),
    rawMode: z.boolean().default(false),
    seed: seed.nullish(),
    /** Default: a new project, created in the same transaction. */
    projectId: z.uuid().nullish(),
    conversationHistory: z
      .array(text({ minimum: 0, maximum: 4_000 }))
      .max(5)
      .nullish(),
    parentGenerationId: z.uuid().nullish(),
    parentImageId: z.uuid().nullish(),
    /** The address of an image of the user, instead of `parentImageId`. */
    parentImageUrl: z.string().max(2_000).nullish(),
    branchKind: z.enum(branchKinds).nullish(),
    canvasX: coordinate.nullish(),
    canvasY: coordinate.nullish(),
  })
  .refine((body) => (body.canvasX == null) === (body.canvasY == null), {
    message: 'canvasX and canvasY go together.',
    path: ['canvasY'],
  })
  .refine((body) => body.model === undefined || body.modelOf == null, {
    message: 'Give model or modelOf, not both.',
    path: ['modelOf'],
  })
export type RequestGenerationBody = z.infer<typeof requestGenerationBody>
export type RequestGenerationInput = z.input<typeof requestGenerationBody>

export const changeGenerationBody = z
  .strictObject({
    id: z.uuid(),
    isCollapsed: z.boolean().optional(),
    canvasX: coordinate.optional(),
    canvasY: coordinate.optional(),
  })
  .refine((body) => (body.canvasX === undefined) === (body.canvasY === undefined), {
    message: 'canvasX and canvasY go together.',
    path: ['canvasY'],
  })
  .refine((body) => body.isCollapsed !== undefined || body.canvasX !== undefined, {
    message: 'Nothing to change: give isCollapsed, or canvasX with canvasY.',
  })
