import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { resolutions } from '#domain/models/aspect-ratio.ts'
import { catalogue } from '#domain/models/catalogue.ts'
import { type CatalogueChange, changeCatalogue } from '#domain/models/change-catalogue.ts'
import type { Model } from '#domain/models/model.ts'
import { EnvError } from '#server/env.ts'

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
 * The catalogue with what a file of the operator's says otherwise: ids, prices and what is retired, by each model's value.
 * @param path There need not be such a file.
 * @throws EnvError naming what is wrong in it.
 */
export async function readCatalogue(path: string): Promise<readonly Model[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return catalogue
  const parsed = file.safeParse(parseJson(path, text))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new EnvError(
      `${path} is wrong at ${issue?.path.join('.') || 'its top'}: ${issue?.message ?? 'not accepted'}.`,
    )
  }
  const changes = Object.entries(parsed.data).map(
    ([value, { credits: priceHundredths, creditsByResolution, ...rest } = {}]) => {
      const one: CatalogueChange = { ...rest, priceHundredths, pricesByResolution: creditsByResolution }
      return [value, one] as const
    },
  )
  return changeCatalogue(catalogue, new Map(changes))
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new EnvError(`${path} is no JSON.`, { cause: error })
  }
}
