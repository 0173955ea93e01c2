import { z } from 'zod'
import { mostSeriesCards } from '#domain/series/series-cells.ts'
import { stepStatuses } from '#domain/series/step.ts'
import { coordinate, requestGenerationBody } from './generation.ts'
import { hundredths, time } from './text.ts'

/** `race`: several models answer one prompt. `grid`: something else varies. `rerun`: a branch is made again. */
export const seriesKinds = ['race', 'grid', 'rerun'] as const
export type SeriesKind = (typeof seriesKinds)[number]

/** A branch that is made again may be larger than what one prompt is spread out to. */
export const maxSteps = 100

const { projectId: _ofSeries, canvasX: _anyX, canvasY: _anyY, ...asked } = requestGenerationBody.shape

/** One card of a series as it is asked for. */
const stepBody = z.strictObject({
  ...asked,
  canvasX: coordinate,
  canvasY: coordinate,
  /** The place of an earlier step, from a picture of which this one starts; left out: it starts at once. */
  dependsOn: z.int().min(0).max(maxSteps).nullish(),
  /** Which picture of that step, from 0; another one if that is not there. */
  parentImagePlace: z.int().min(0).max(3).nullish(),
  /** The card that is made again by this step: as long as a race hides the model of that one, it hides this one's too. */
  repeats: z.uuid().nullish(),
})
export type StepBody = z.infer<typeof stepBody>

export const requestSeriesBody = z
  .strictObject({
    kind: z.enum(seriesKinds),
    /** Left out: a project is made in the same transaction. */
    projectId: z.uuid().nullish(),
    /** The models' names are not shown until a winner is picked. */
    hidesNames: z.boolean().default(false),
    /** What was shown before Go, in hundredths of a credit: refused where it would cost more. */
    price: hundredths.min(0),
    steps: z.array(stepBody).min(1).max(maxSteps),
  })
  .refine(({ kind, steps }) => kind === 'rerun' || steps.length <= mostSeriesCards, {
    message: `At most ${mostSeriesCards} cards at once.`,
    path: ['steps'],
  })
  .refine(({ steps }) => steps.every(({ dependsOn }, place) => dependsOn == null || dependsOn < place), {
    message: 'A step depends on an earlier one.',
    path: ['steps'],
  })
  .refine(({ steps }) => steps.every((step) => step.dependsOn == null || step.parentGenerationId == null), {
    message: 'A step has a parent or depends on another step, not both.',
    path: ['steps'],
  })
export type RequestSeriesBody = z.infer<typeof requestSeriesBody>
export type RequestSeriesInput = z.input<typeof requestSeriesBody>

export const stepShape = z.strictObject({
  status: z.enum(stepStatuses),
  /** Why it was refused or skipped, as a sentence. */
  message: z.string().nullable(),
  dependsOn: z.int().nullable(),
  /** The card that came of it; null while there is none. */
  generationId: z.uuid().nullable(),
  /** The card that is made again by it; null where it is a new one. */
  repeats: z.uuid().nullable(),
  prompt: z.string(),
  /** The display name of the model. */
  model: z.string(),
  canvasX: z.number(),
  canvasY: z.number(),
  price: hundredths,
})
export type StepShape = z.infer<typeof stepShape>

/** Several cards that were asked for at once. */
export const seriesShape = z.strictObject({
  id: z.uuid(),
  projectId: z.uuid(),
  kind: z.enum(seriesKinds),
  hidesNames: z.boolean(),
  /** The image that was picked; null while none is. */
  winnerImageId: z.uuid().nullable(),
  createdAt: time,
  steps: z.array(stepShape),
})
export type SeriesShape = z.infer<typeof seriesShape>

/** How a model has done, by the person's own choices. */
export const modelRecordShape = z.strictObject({
  /** The display name. */
  model: z.string(),
  /** Races that it ran in and that have a winner, and those that it won. */
  races: z.int(),
  wins: z.int(),
  images: z.int(),
  /** Starred or liked. */
  kept: z.int(),
  refused: z.int(),
  /** Seconds from Go to the picture; null where none came. */
  medianSeconds: z.number().nullable(),
  /** What its images have cost. */
  spent: hundredths,
})
export type ModelRecordShape = z.infer<typeof modelRecordShape>
