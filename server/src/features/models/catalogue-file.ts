import { z } from 'zod'
import { resolutions } from '#domain/models/aspect-ratio.ts'
import { catalogue } from '#domain/models/catalogue.ts'
import type { CatalogueChange, CatalogueChanges } from '#domain/models/change-catalogue.ts'
import { modelAbilities } from '#domain/models/model.ts'

/** Credits with at most two digits after the point, as hundredths. */
const credits = z
  .number()
  .min(0)
  .max(100_000)
  .transform((amount) => Math.round(amount * 100))

const text = (longest: number) => z.string().trim().min(1).max(longest)
const valuePattern = /^[a-z0-9]+(-[a-z0-9]+)*$/
const value = z.string().regex(valuePattern).max(60)

const field = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,60}$/)
  .exactOptional()
  .describe("The provider's own name of the parameter.")
/** @param least The least that this control may begin at. */
const number = (least: number, most: number) =>
  z
    .strictObject({ least: z.number().min(least), most: z.number().max(most), usual: z.number().nullable(), field })
    .refine(({ least: from, most: to, usual }) => from < to && (usual === null || (usual >= from && usual <= to)), {
      message: 'least is below most, and usual between them',
    })
const choice = z.strictObject({
  options: z.array(text(100)).min(2).max(200).describe("By the provider's own words."),
  usual: text(100).nullable(),
  field,
})
const controls = z.strictObject({
  steps: number(1, 1_000).exactOptional(),
  guidance: number(0, 100).exactOptional(),
  sampler: choice.exactOptional(),
  format: choice.exactOptional().describe('The format of the file: png, jpg, jpeg or webp.'),
  negativePrompt: z.strictObject({ longest: z.int().min(1).max(4_000), field }).exactOptional(),
})

/** The fields of every model. */
const fields = z
  .strictObject({
    name: text(60).describe('The name in the picker and on cards.'),
    badge: text(20).describe('One word beside the name.'),
    description: text(300).describe('One sentence for the picker.'),
    features: z.array(text(40)).max(8).describe('Short labels for the picker, which searches them too.'),
    seconds: z
      .number()
      .min(0.01)
      .max(3_600)
      .describe('The usual seconds of a picture, until this server has measured them.'),
    apiModel: text(200).describe("The provider's own id of the model."),
    credits: credits.describe(
      'The price of a picture in credits, at every size unless creditsByResolution says otherwise.',
    ),
    creditsByResolution: z
      .partialRecord(z.enum(resolutions), credits)
      .describe('Prices in credits by size, where the provider charges by size.'),
    resolutions: z.array(z.enum(resolutions)).min(1).describe('The sizes that the model makes.'),
    does: z.array(z.enum(modelAbilities)).min(1).describe("What the picker's filters find it by."),
    parameters: z
      .record(z.string().regex(/^[a-z][a-z0-9_]{0,60}$/), z.union([z.string().max(200), z.number(), z.boolean()]))
      .describe(
        "Parameters that every request carries, by the provider's own names. For OpenAI, Replicate, Ideogram and Krea.",
      ),
    controls: controls
      .nullable()
      .describe(
        'What people can choose beyond size and pictures, and how the provider names it. Replaces all of the entry; null: nothing. For OpenAI (format), Replicate, Ideogram and Krea.',
      ),
    retired: text(300)
      .nullable()
      .describe('A sentence why it cannot be used any more. Its cards stay. null restores a retired model.'),
    successor: value.describe('The value of the model that the picker offers in its place, once it is retired.'),
    formerly: z.array(text(60)).max(20).describe('Former names and values, by which older cards find it.'),
    hidden: z.boolean().describe('Leaves it out of the picker. Its cards keep its name.'),
  })
  .partial()

const addedModel = fields.extend({
  like: value.describe('The model of this release whose provider, requests and limits it takes over.'),
  name: text(60).describe('The name in the picker and on cards.'),
})

/** The operator's file: models by their value, the order of the picker, and the address of this schema for editors. */
export const catalogueFile = z
  .object({
    $schema: z.string().optional().describe('For editors: the address of this schema.'),
    order: z
      .array(value)
      .max(2_000)
      .optional()
      .describe('Values in the order of the picker. Models that are not named follow in their own order.'),
    ...Object.fromEntries(
      catalogue.map((model) => [model.value, fields.optional().describe(`${model.name}. ${model.description}`)]),
    ),
  })
  .catchall(addedModel)
  .superRefine((file, context) => {
    for (const key of Object.keys(file))
      if (key !== '$schema' && !valuePattern.test(key))
        context.addIssue({
          code: 'custom',
          path: [key],
          message: 'a value has small letters, digits and single dashes',
        })
  })

/** The changes that a file says, before it is known whether they fit together. */
export function changesIn({ $schema: _, order = [], ...models }: z.output<typeof catalogueFile>): CatalogueChanges {
  const changes = Object.entries(models as Record<string, z.output<typeof addedModel> | undefined>).map(
    ([modelValue, { credits: priceHundredths, creditsByResolution: pricesByResolution, ...rest } = {} as never]) => {
      const change: CatalogueChange = { ...rest, priceHundredths, pricesByResolution }
      return [modelValue, change] as const
    },
  )
  return { order: order as readonly string[], models: new Map(changes) }
}

/** The published schema of the file (JSON Schema, draft 2020-12), with completion in editors. */
export function catalogueJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(catalogueFile, { io: 'input', reused: 'ref' })
  return {
    $schema,
    title: 'The catalogue of models of an Espalier server: models.json in its data folder',
    ...schema,
    propertyNames: { pattern: `^(\\$schema|${valuePattern.source.slice(1, -1)})$` },
  }
}

/** The name of the schema, beside the file and on the server. */
export const catalogueSchemaName = 'models.schema.json'
