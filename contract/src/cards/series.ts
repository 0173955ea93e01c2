import { z } from 'zod'
import { maxSeriesCards } from '#domain/series/series-cells.ts'
import { stepStatuses } from '#domain/series/step.ts'
import { hundredths, newId, time, uuid } from '../text.ts'
import { coordinate, requestFault, requestGenerationBody } from './generation.ts'

/** `race`: several models answer one prompt. `grid`: another setting varies. `rerun`: a branch is generated again. */
export const seriesKinds = ['race', 'grid', 'rerun'] as const
export type SeriesKind = (typeof seriesKinds)[number]

/** A re-run may be larger than a grid or a race. */
const maxSteps = 100

const { projectId: _ofSeries, canvasX: _anyX, canvasY: _anyY, ...asked } = requestGenerationBody.shape

/** One requested step of a series: it becomes a card. */
const stepBody = z.strictObject({
  ...asked,
  canvasX: coordinate,
  canvasY: coordinate,
  /** The index of an earlier step whose image this step branches from; without it the step starts at once. */
  dependsOn: z.int().min(0).max(maxSteps).nullish(),
  /** The index of the image of that step, from 0; another one is used if it is missing. */
  parentImagePlace: z.int().min(0).max(3).nullish(),
  /** The card that this step generates again: while a race hides that card's model, this card's is hidden too. */
  repeats: uuid.nullish(),
})
export type StepBody = z.infer<typeof stepBody>

const hasDistinct = (ids: readonly string[]) => new Set(ids).size === ids.length

export const requestSeriesBody = z
  .strictObject({
    /** The id of the new series; each step has one for its card. */
    id: newId,
    kind: z.enum(seriesKinds),
    /** Default: a new project, created in the same transaction. */
    projectId: uuid.nullish(),
    /** Hides the models' names until a winner is picked. */
    hidesNames: z.boolean().default(false),
    /** The price shown before Go, in hundredths of a credit: a higher price is refused. */
    price: hundredths.min(0),
    steps: z.array(stepBody).min(1).max(maxSteps),
  })
  .refine(({ kind, steps }) => kind === 'rerun' || steps.length <= maxSeriesCards, {
    message: `At most ${maxSeriesCards} cards at once.`,
    path: ['steps'],
  })
  .refine(({ steps }) => steps.every(({ dependsOn }, place) => dependsOn == null || dependsOn < place), {
    message: 'A step depends on an earlier one.',
    path: ['steps'],
  })
  .refine(({ steps }) => steps.every(({ model, modelOf }) => model === undefined || modelOf == null), {
    message: 'A step has model or modelOf, not both.',
    path: ['steps'],
  })
  .refine(({ steps }) => hasDistinct(steps.flatMap(({ id }) => id ?? [])), {
    message: 'Each step has an id of its own.',
    path: ['steps'],
  })
  .refine(({ steps }) => steps.every((step) => step.dependsOn == null || step.parentGenerationId == null), {
    message: 'A step has a parent or depends on another step, not both.',
    path: ['steps'],
  })
  .superRefine(({ steps }, context) => {
    for (const [place, step] of steps.entries()) {
      const fault = requestFault(step)
      if (fault) context.addIssue({ code: 'custom', message: fault.message, path: ['steps', place, fault.field] })
    }
  })
export type RequestSeriesBody = z.infer<typeof requestSeriesBody>
export type RequestSeriesInput = z.input<typeof requestSeriesBody>

export const stepShape = z.strictObject({
  status: z.enum(stepStatuses),
  /** Why it was refused or skipped, as a sentence. */
  message: z.string().nullable(),
  dependsOn: z.int().nullable(),
  /** The card of this step; null until it exists. */
  generationId: z.uuid().nullable(),
  /** The card that it generates again; null for a new card. */
  repeats: z.uuid().nullable(),
  prompt: z.string(),
  /** The display name of the model; its alias as long as a race hides it. */
  model: z.string(),
  canvasX: z.number(),
  canvasY: z.number(),
  /** The price; 0 while a race hides the model. */
  price: hundredths,
})
export type StepShape = z.infer<typeof stepShape>

/** Several generations asked for at once. */
export const seriesShape = z.strictObject({
  id: z.uuid(),
  projectId: z.uuid(),
  kind: z.enum(seriesKinds),
  hidesNames: z.boolean(),
  /** The picked image; null until one is picked. */
  winnerImageId: z.uuid().nullable(),
  createdAt: time,
  steps: z.array(stepShape),
})
export type SeriesShape = z.infer<typeof seriesShape>

/** The results of a model by the user's own picks. */
export const modelRecordShape = z.strictObject({
  /** The display name. */
  model: z.string(),
  /** Races with a winner that the model took part in, and those that it won. */
  races: z.int(),
  wins: z.int(),
  images: z.int(),
  /** Starred or liked. */
  kept: z.int(),
  refused: z.int(),
  /** Seconds from Go to the picture; null without a picture. */
  medianSeconds: z.number().nullable(),
  /** The cost of its images. */
  spent: hundredths,
})
export type ModelRecordShape = z.infer<typeof modelRecordShape>
