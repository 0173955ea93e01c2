import { z } from 'zod'
import { loraWeights, maxInputLength, maxInputs, maxLoras } from '#domain/models/controls.ts'
import { plainString, text } from '../text.ts'

const number = z.strictObject({
  least: z.number(),
  most: z.number(),
  /** The value that is used where nothing is chosen; null where the provider does not say. */
  usual: z.number().nullable(),
})
const choice = z.strictObject({ options: z.array(z.string()), usual: z.string().nullable() })

/** The choices of a model beyond size and references. A missing control is one that it does not have. */
export const modelControlsShape = z.strictObject({
  steps: number.exactOptional(),
  guidance: number.exactOptional(),
  sampler: choice.exactOptional(),
  format: choice.exactOptional(),
  /** Its limit, in characters. */
  negativePrompt: z.strictObject({ longest: z.int() }).exactOptional(),
  /** LoRAs of its engine, and the words that call them. */
  loras: z
    .strictObject({
      options: z.array(z.strictObject({ name: z.string(), triggers: z.array(z.string()) })),
      /** Others are taken too, by the https address of their weights. */
      byAddress: z.literal(true).exactOptional(),
      /** Weights, and how many at a time, where they differ from -2 to 2, and 5. */
      weights: z.strictObject({ least: z.number(), most: z.number() }).exactOptional(),
      atOnce: z.int().exactOptional(),
    })
    .exactOptional(),
  /** Inputs of a workflow that are chosen for each picture, by their names. */
  inputs: z
    .strictObject({
      options: z.array(
        z.strictObject({
          name: z.string(),
          /** The value of the workflow. */
          usual: z.union([z.string(), z.number(), z.boolean()]),
          options: z.array(z.string()).nullable(),
          least: z.number().nullable(),
          most: z.number().nullable(),
          isWhole: z.boolean(),
          isLong: z.boolean(),
        }),
      ),
    })
    .exactOptional(),
})

/** The choices for a card: of the controls that its model declares. A missing one is what the model does by itself. */
export const controlValuesShape = z.strictObject({
  steps: z.int().min(1).max(1_000).exactOptional(),
  guidance: z.number().min(0).max(100).exactOptional(),
  sampler: plainString(100).min(1).exactOptional(),
  format: plainString(20).min(1).exactOptional(),
  negativePrompt: text({ minimum: 1, maximum: 4_000 }).exactOptional(),
  loras: z
    .array(
      z.strictObject({
        name: plainString(500).min(1),
        weight: z.number().min(loraWeights.least).max(loraWeights.most),
      }),
    )
    .min(1)
    .max(maxLoras)
    .exactOptional(),
  inputs: z
    .array(
      z.strictObject({
        name: plainString(600).min(1),
        value: z.union([plainString(maxInputLength), z.number(), z.boolean()]),
      }),
    )
    .min(1)
    .max(maxInputs)
    .exactOptional(),
})
