import { z } from 'zod'
import { type EditRequest, needsWords } from '#domain/edit/operation.ts'
import { origins } from '#domain/generation/origin.ts'
import { maxSeed } from '#domain/generation/seed.ts'
import { generationStatuses, imagesPerGeneration } from '#domain/generation/status.ts'
import { aspectRatios, resolutions } from '#domain/models/aspect-ratio.ts'
import { controlValuesShape } from '../models/controls.ts'
import { modelLimitsShape } from '../models/model.ts'
import { hundredths, newId, text, time, uuid } from '../text.ts'
import { editBody, editRecordShape, editShape } from './edit.ts'
import { imageShape } from './image.ts'

export const branchKinds = ['enhance', 'remix', 'edit'] as const
export type BranchKind = (typeof branchKinds)[number]
/** The kinds that begin with a prompt of the user; an edit begins in the editor. */
export type PromptedBranchKind = Exclude<BranchKind, 'edit'>

/** A coordinate on the canvas; far beyond any real canvas, and exact in a double. */
export const coordinate = z.number().min(-1e9).max(1e9)

const seed = z.int().min(0).max(maxSeed)

/** A program that acts by a token. */
export const makerShape = z.strictObject({
  tokenId: z.uuid(),
  name: z.string(),
  /** The purse that it was made in; left out: none. */
  purseId: z.uuid().exactOptional(),
  /** The reason that the program gave; left out: none. */
  why: z.string().exactOptional(),
})

/** A named reference of a card. */
export const sentReference = z.strictObject({ name: z.string(), versionId: z.uuid() })

export const generationShape = z.strictObject({
  id: z.uuid(),
  projectId: z.uuid(),
  parentGenerationId: z.uuid().nullable(),
  parentImageId: z.uuid().nullable(),
  branchKind: z.enum(branchKinds).nullable(),
  /** The words of its first image; the name of the operation where an edit has no words. */
  prompt: z.string(),
  /** The words as they were written, with the names of the lists that words were drawn from; null where none were. */
  writtenPrompt: z.string().nullable(),
  /** The words before a language model improved them; null where none did. */
  improvedFrom: z.string().nullable(),
  /** The named references in the words, in the version that was sent. */
  references: z.array(sentReference),
  /** The edit as it was asked for; null for any other generation. */
  edit: editShape.nullable(),
  /** Who makes the edit: `this-machine`, or the name of the model, also while a race hides it. Null without an edit. */
  executor: z.string().nullable(),
  /** The values that were really used for the edit. */
  editRecord: editRecordShape.nullable(),
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
    /** The choices of the model's controls; absent where nothing was, and while a race hides the model. */
    controls: controlValuesShape.exactOptional(),
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
  /** The program that asked for it, as it was named then; null: the person. */
  madeBy: makerShape.nullable(),
  createdAt: time,
  images: z.array(imageShape),
})
export type GenerationShape = z.infer<typeof generationShape>

type CheckedFields = {
  readonly prompt: string
  readonly style?: string | null | undefined
  readonly edit?: EditRequest | null | undefined
  readonly controls?: object | null | undefined
  readonly parentImageId?: string | null | undefined
  readonly branchKind?: BranchKind | null | undefined
  /** The step of a series whose image is edited, in place of a parent. */
  readonly dependsOn?: number | null | undefined
}

/** The fault of prompt, edit and parent together; null where they fit. */
export function requestFault(
  asked: CheckedFields,
): { readonly field: keyof CheckedFields; readonly message: string } | null {
  const { prompt, edit, branchKind } = asked
  const isWorded = !edit || needsWords(edit.operation, { hasStyle: asked.style != null })
  if (prompt === '' && isWorded) return { field: 'prompt', message: 'Must not be blank.' }
  if (edit && asked.controls != null) return { field: 'controls', message: 'An edit takes no controls.' }
  if (!edit && branchKind === 'edit') return { field: 'branchKind', message: 'A branch of the kind edit needs edit.' }
  if (edit && branchKind != null && branchKind !== 'edit')
    return { field: 'branchKind', message: 'An edit is a branch of the kind edit.' }
  if (edit && asked.parentImageId == null && asked.dependsOn == null)
    return { field: 'parentImageId', message: 'An edit needs the image that it starts from.' }
  return null
}

/** The body of POST /api/generations. */
export const requestGenerationBody = z
  .strictObject({
    /** The id of the new card; those of its images follow from it. */
    id: newId,
    /** Needed, unless an edit needs no words: `erase`, `extend`, `remove-background`, `upscale`, `crop`, `adjust`. */
    prompt: text({ minimum: 0, maximum: 4_000 }).default(''),
    /** The words before a language model improved them, to be kept with the card. */
    improvedFrom: text({ minimum: 1, maximum: 4_000 }).nullish(),
    /** Number of images. */
    count: z.int().min(1).max(imagesPerGeneration).default(imagesPerGeneration),
    /** Edits the image of `parentImageId`. `aspectRatio` and `resolution` follow from the result then. */
    edit: editBody.nullish(),
    /** Display name or value; default: the default model, or for an edit the best one that can make it. */
    model: z.string().min(1).max(100).optional(),
    /**
     * The card whose model is used, instead of `model`: also while a race hides it. Settings that the model does not have become
     * those that it has.
     */
    modelOf: uuid.nullish(),
    style: uuid.nullish(),
    /** Ids of uploads or images of the user. */
    imagePrompts: z.array(uuid).max(16).nullish(),
    /** Style references: ids of uploads or images of the user. */
    styleReferences: z.array(uuid).max(8).nullish(),
    aspectRatio: z.enum(aspectRatios).default('1:1'),
    resolution: z.enum(resolutions).default('1K'),
    rawMode: z.boolean().default(false),
    /** Of the controls that the model declares (`GET /api/models`). With `modelOf` those of that card, unless this is given. */
    controls: controlValuesShape.nullish(),
    seed: seed.nullish(),
    /** Default: a new project, created in the same transaction. */
    projectId: uuid.nullish(),
    conversationHistory: z
      .array(text({ minimum: 0, maximum: 4_000 }))
      .max(5)
      .nullish(),
    parentGenerationId: uuid.nullish(),
    parentImageId: uuid.nullish(),
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
  .superRefine((body, context) => {
    const fault = requestFault(body)
    if (fault) context.addIssue({ code: 'custom', message: fault.message, path: [fault.field] })
  })
export type RequestGenerationBody = z.infer<typeof requestGenerationBody>
export type RequestGenerationInput = z.input<typeof requestGenerationBody>

export const changeGenerationBody = z
  .strictObject({
    id: uuid,
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
