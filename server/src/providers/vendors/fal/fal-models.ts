import { z } from 'zod'
import { maxFoundModels } from '#domain/models/added-providers.ts'
import { pixelSize, type Resolution, resolutions } from '#domain/models/aspect-ratio.ts'
import { loraWeights, type ModelControls, maxLoras } from '#domain/models/controls.ts'
import type { FoundModel } from '#domain/models/found-model.ts'
import type { ModelAccepts } from '#domain/models/model.ts'
import { listUpTo, recordUpTo } from '#server/operations/outside-list.ts'
import { shortText } from '../added/added-provider.ts'
import { foundControls } from '../added/found-controls.ts'

// fal's platform API (fal.ai/docs, 'Platform APIs for Models'): the list of models with each one's OpenAPI document, and prices.

/** More than any model of it has; what comes after is left out. */
const [maxProperties, maxOptions] = [500, 500]

/** An input of a model, as its OpenAPI document describes it; only what is read of it. */
const property = z.object({
  type: z.string().optional(),
  enum: listUpTo(maxOptions, z.unknown()).optional(),
  anyOf: listUpTo(
    maxOptions,
    z.object({ enum: listUpTo(maxOptions, z.unknown()).optional(), $ref: z.string().optional() }),
  ).optional(),
  items: z.object({ $ref: z.string().optional() }).optional(),
  maxItems: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.number().optional(),
  default: z.unknown().optional(),
})
const schemaSchema = z.object({
  properties: recordUpTo(maxProperties, property).optional(),
  required: listUpTo(maxProperties, z.string()).optional(),
})

export const falModelList = z.object({
  models: listUpTo(
    maxFoundModels,
    z.object({
      endpoint_id: z.string().min(1),
      metadata: z.object({
        display_name: z.string().nullish(),
        description: z.string().nullish(),
        category: z.string().nullish(),
        status: z.string().nullish(),
      }),
      openapi: z
        .object({ components: z.object({ schemas: recordUpTo(maxProperties, z.unknown()) }) })
        .nullish()
        .catch(null),
    }),
  ),
  next_cursor: z.string().nullish(),
  has_more: z.boolean().nullish(),
})
export type FalListed = z.infer<typeof falModelList>['models'][number]

export const falPrices = z.object({
  prices: listUpTo(
    maxFoundModels,
    z.object({ endpoint_id: z.string(), unit_price: z.number(), unit: z.string(), currency: z.string() }),
  ),
})
export type FalPrice = z.infer<typeof falPrices>['prices'][number]

/** The kinds of models that make pictures out of words, or of words and pictures. */
export const falCategories = ['text-to-image', 'image-to-image'] as const

type Properties = Readonly<Record<string, z.infer<typeof property>>>

type Schema = { readonly properties: Properties; readonly required: readonly string[] }

function schemaNamed({ openapi }: FalListed, has: (name: string) => boolean): Schema | null {
  const [, schema] = Object.entries(openapi?.components.schemas ?? {}).find(([name]) => has(name)) ?? []
  const { data } = schemaSchema.safeParse(schema)
  return data?.properties ? { properties: data.properties, required: data.required ?? [] } : null
}

/** The inputs of a model: of the schema whose name ends with 'Input' in its OpenAPI document. */
const inputsOf = (listed: FalListed) => schemaNamed(listed, (name) => name.endsWith('Input'))

const textsOf = (values: readonly unknown[] | undefined) =>
  (values ?? []).filter((value): value is string => typeof value === 'string')
const isRatio = (name: string) => /^\d+(\.\d+)?:\d+(\.\d+)?$/.test(name)

function frameOf({ aspect_ratio: ratio, image_size: size }: Properties): ModelAccepts['frame'] {
  const names = textsOf([...(ratio?.enum ?? []), ...(ratio?.anyOf?.flatMap((each) => each.enum ?? []) ?? [])]).filter(
    isRatio,
  )
  // A size is one of a few names, or an object with width and height: only then may it be any.
  if (size?.anyOf?.some(({ $ref }) => $ref !== undefined)) return { by: 'pixels' }
  return names.length > 0 ? { by: 'ratio', names } : { by: 'nothing' }
}

/** The field that pictures go into, and how many. */
function picturesOf(properties: Properties): { field: string; takes: 'one' | 'list'; most: number } | null {
  for (const field of ['image_urls', 'input_image_urls', 'reference_image_urls'])
    if (properties[field]) return { field, takes: 'list', most: Math.min(10, properties[field].maxItems ?? 4) }
  return properties.image_url ? { field: 'image_url', takes: 'one', most: 1 } : null
}

/**
 * LoRAs by the address of their weights: a list of objects with `path`, and `scale` beside it (fal.ai/docs, 'Flux Lora API'). Models
 * that need more for one, such as a name or a layer, are left without.
 */
function lorasOf(listed: FalListed, { loras }: Properties): ModelControls['loras'] {
  const name = loras?.items?.$ref?.split('/').at(-1)
  const item = name === undefined ? null : schemaNamed(listed, (each) => each === name)
  const { path, scale } = item?.properties ?? {}
  if (!item || !path || !scale || item.required.some((field) => field !== 'path' && field !== 'scale')) return undefined
  const weights = {
    least: Math.max(loraWeights.least, scale.minimum ?? loraWeights.least),
    most: Math.min(loraWeights.most, scale.maximum ?? loraWeights.most),
  }
  return { options: [], byAddress: true, weights, atOnce: Math.min(maxLoras, loras?.maxItems ?? maxLoras) }
}

/** The choices of a model, by its inputs. */
function controlsOf(listed: FalListed, properties: Properties): ModelControls | undefined {
  const loras = lorasOf(listed, properties)
  const controls = foundControls(
    new Map(
      Object.entries(properties).map(([name, { enum: values, minimum, maximum, maxLength, default: usual }]) => [
        name,
        { options: textsOf(values), least: minimum, most: maximum, longest: maxLength, usual },
      ]),
    ),
  )
  return loras ? { ...controls, loras } : controls
}

const knownFields = ['seed', 'num_images', 'output_format', 'strength'] as const

const megapixels = (size: Resolution) => {
  const { width, height } = pixelSize('1:1', size)
  return (width * height) / 1_000_000
}

/** The price of a picture of a size in US dollars; null for units that don't say it beforehand, such as seconds of a machine. */
function costOf(price: FalPrice | undefined, size: Resolution): number | null {
  if (price?.currency !== 'USD') return null
  if (/^(image|request|generation)s?$/i.test(price.unit)) return price.unit_price
  return /^(processed )?megapixels?$/i.test(price.unit) ? price.unit_price * Math.ceil(megapixels(size)) : null
}

/** A model of fal's list; null for one that takes no prompt, or needs more than a prompt and pictures. */
export function foundAtFal(listed: FalListed, price: FalPrice | undefined): FoundModel | null {
  const { metadata, endpoint_id: apiModel } = listed
  const inputs = inputsOf(listed)
  if (!inputs?.properties.prompt || (metadata.status && metadata.status !== 'active')) return null
  const { properties, required } = inputs
  const pictures = picturesOf(properties)
  const needed = new Set(['prompt', ...(pictures ? [pictures.field] : [])])
  if (required.some((name) => !needed.has(name))) return null
  const needsPicture = pictures !== null && required.includes(pictures.field)
  const frame = frameOf(properties)
  const sizes = textsOf(properties.resolution?.enum)
  const named = resolutions.filter((size) => sizes.includes(size))
  const made: readonly Resolution[] = named.length > 0 ? named : frame.by === 'pixels' ? ['1K', '2K'] : ['1K']
  const cost = costOf(price, made[0] ?? '1K')
  const controls = controlsOf(listed, properties)
  return {
    apiModel,
    name: shortText(metadata.display_name || apiModel, 60),
    description: shortText(metadata.description ?? '', 200),
    does: [...(needsPicture ? [] : (['words'] as const)), ...(pictures ? (['edit'] as const) : [])],
    mostImagePrompts: pictures?.most ?? 0,
    resolutions: made,
    accepts: {
      frame,
      sizes,
      pictures: pictures && { field: pictures.field, takes: pictures.takes },
      fields: knownFields.filter((name) =>
        name === 'output_format' ? textsOf(properties.output_format?.enum).includes('png') : name in properties,
      ),
    },
    ...(controls && { controls }),
    costUsd: cost,
    costUsdByResolution: Object.fromEntries(
      made.flatMap((size) => {
        const each = costOf(price, size)
        return each === null ? [] : [[size, each]]
      }),
    ),
    seconds: null,
  }
}
