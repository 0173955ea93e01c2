import { z } from 'zod'
import { maxFoundModels } from '#domain/models/added-providers.ts'
import { pixelSize, type Resolution, resolutions } from '#domain/models/aspect-ratio.ts'
import type { FoundModel } from '#domain/models/found-model.ts'
import { listUpTo, recordUpTo } from '#server/operations/outside-list.ts'
import { shortText } from '../added/added-provider.ts'
import { type DescribedParameter, foundControls } from '../added/found-controls.ts'

// The lists of OpenRouter's image API (openrouter.ai/docs, 'Image Generation'; @openrouter/sdk 1.3.19, ImageModelListItem and
// ImageEndpoint). Unknown fields are ignored: the lists grow.

/** More than any model of it has; what comes after is left out. */
const [maxParameters, maxOptions, maxEndpoints, maxPrices] = [200, 200, 100, 100]

const capability = z.union([
  z.object({ type: z.literal('enum'), values: listUpTo(maxOptions, z.string()) }),
  z.object({ type: z.literal('range'), min: z.number(), max: z.number() }),
  z.object({ type: z.string() }),
])
const parameters = recordUpTo(maxParameters, capability)

export const modelList = z.object({
  data: listUpTo(
    maxFoundModels,
    z.object({
      id: z.string().min(1),
      name: z.string(),
      description: z.string().nullish(),
      supported_parameters: parameters,
    }),
  ),
})
export type ListedModel = z.infer<typeof modelList>['data'][number]

export const endpointList = z.object({
  endpoints: listUpTo(
    maxEndpoints,
    z.object({
      pricing: listUpTo(
        maxPrices,
        z.object({ billable: z.string(), unit: z.string(), cost_usd: z.number(), variant: z.string().nullish() }),
      ),
    }),
  ),
})
type Price = z.infer<typeof endpointList>['endpoints'][number]['pricing'][number]

type Parameters = z.infer<typeof parameters>

const valuesOf = (given: Parameters, name: string): readonly string[] => {
  const found = given[name]
  return found && 'values' in found ? found.values : []
}
const rangeOf = (given: Parameters, name: string) => {
  const found = given[name]
  return found && 'max' in found ? found : { min: 0, max: 0 }
}

const megapixels = (size: Resolution) => {
  const { width, height } = pixelSize('1:1', size)
  return (width * height) / 1_000_000
}

/** The price of a picture of a size by one line of the price list; null where it doesn't say. */
function costOf({ unit, cost_usd: cost, variant }: Price, size: Resolution): number | null {
  if (variant && resolutions.some((each) => each === variant.toUpperCase()) && variant.toUpperCase() !== size)
    return null
  if (unit === 'image' || unit === 'request') return cost
  return unit === 'megapixel' ? cost * megapixels(size) : null
}

/**
 * The dearest price of a picture of a size over the companies that serve the model, since a request may go to any of them; null where
 * it is counted in tokens.
 */
function dearest(prices: readonly Price[], size: Resolution): number | null {
  const costs = prices
    .filter(({ billable }) => billable === 'output_image')
    .flatMap((price) => costOf(price, size) ?? [])
  return costs.length === 0 ? null : Math.max(...costs)
}

/** The parameters as controls read them. */
const describedIn = (given: Parameters): ReadonlyMap<string, DescribedParameter> =>
  new Map(
    Object.entries(given).map(([name, found]) => [
      name,
      'values' in found ? { options: found.values } : 'max' in found ? { least: found.min, most: found.max } : {},
    ]),
  )

const fieldNames = ['seed', 'output_format', 'n'] as const

/** A model of OpenRouter's list; null for one that makes no pictures of pixels. */
export function foundAtOpenRouter(listed: ListedModel, prices: readonly Price[]): FoundModel | null {
  const given = listed.supported_parameters
  const formats = valuesOf(given, 'output_format')
  if (formats.length > 0 && formats.every((format) => format === 'svg')) return null
  const ratios = valuesOf(given, 'aspect_ratio').filter((name) => /^\d+(\.\d+)?:\d+(\.\d+)?$/.test(name))
  const sizes = valuesOf(given, 'resolution')
  const made = resolutions.filter((size) => sizes.includes(size))
  const [smallest = '1K'] = made
  const references = rangeOf(given, 'input_references')
  const cost = dearest(prices, smallest)
  const controls = foundControls(describedIn(given))
  return {
    apiModel: listed.id,
    // 'Google: Nano Banana' names the company before the model.
    name: shortText(listed.name.replace(/^[^:]{1,40}: /, ''), 60),
    description: shortText(listed.description ?? '', 200),
    does: [...(references.min > 0 ? [] : (['words'] as const)), ...(references.max > 0 ? (['edit'] as const) : [])],
    mostImagePrompts: Math.min(16, references.max),
    resolutions: made.length > 0 ? made : ['1K'],
    accepts: {
      frame: ratios.length > 0 ? { by: 'ratio', names: ratios } : { by: 'nothing' },
      sizes,
      pictures: references.max > 0 ? { field: 'input_references', takes: 'list' } : null,
      fields: fieldNames.filter((name) => name in given && (name !== 'output_format' || formats.includes('png'))),
    },
    ...(controls && { controls }),
    costUsd: cost,
    costUsdByResolution: Object.fromEntries(
      made.flatMap((size) => {
        const each = dearest(prices, size)
        return each === null ? [] : [[size, each]]
      }),
    ),
    seconds: null,
  }
}

/** The path of a model's price list. An id has a company and a name, each a segment. */
export const endpointsPath = (id: string) =>
  `/images/models/${id.split('/').map(encodeURIComponent).join('/')}/endpoints`

/** As many as are kept. */
export const withinLimit = (list: readonly ListedModel[]) => list.slice(0, maxFoundModels)
