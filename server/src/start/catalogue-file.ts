import { z } from 'zod'
import { resolutions } from '#domain/models/aspect-ratio.ts'
import { catalogue } from '#domain/models/catalogue.ts'
import { type CatalogueChange, changeCatalogue } from '#domain/models/change-catalogue.ts'
import type { Model } from '#domain/models/model.ts'
import { readOperatorFile } from './operator-file.ts'

/** Credits with at most two digits after the point, as hundredths. */
const credits = z
  .number()
  .min(0)
  .max(100_000)
  .transform((amount) => Math.round(amount * 100))

const change = z
  .strictObject({
    apiModel: z.string().min(1),
    credits,
    creditsByResolution: z.partialRecord(z.enum(resolutions), credits),
    retired: z.string().min(1).nullable(),
  })
  .partial()
const file = z.partialRecord(z.enum(catalogue.map(({ value }) => value) as [string, ...string[]]), change)

/**
 * The catalogue with the overrides of an operator's file: ids, prices and retirement, by each model's value.
 * @param path An optional file.
 * @throws EnvError naming what is wrong in it.
 */
export async function readCatalogue(path: string): Promise<readonly Model[]> {
  const given = await readOperatorFile(path, file)
  if (given === null) return catalogue
  const changes = Object.entries(given).map(
    ([value, { credits: priceHundredths, creditsByResolution, ...rest } = {}]) => {
      const one: CatalogueChange = { ...rest, priceHundredths, pricesByResolution: creditsByResolution }
      return [value, one] as const
    },
  )
  return changeCatalogue(catalogue, new Map(changes))
}
