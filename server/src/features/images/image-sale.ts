import { eq } from 'drizzle-orm'
import { dollarsOfPrice } from '#domain/credits/dollars.ts'
import { documentedCost, documentedEditCost } from '#domain/models/documented-costs.ts'
import type { SystemDatabase } from '../../db/database.ts'
import { generations } from '../../db/schema/generations.ts'
import type { Job } from '../../jobs/job.ts'
import type { ImageSale } from '../../operations/metrics.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import { capturedPrice } from '../credits/captured-price.ts'

/**
 * Compares what a user paid for a completed image with its cost at the vendor: the reported one, or else the documented one.
 * @param reportedUsd US dollars; null where the provider says none. @returns null where nothing was paid, as with a key of the user,
 * or where the cost is not known.
 */
export async function imageSale(
  { db, registry }: { readonly db: SystemDatabase; readonly registry: ModelRegistry },
  { imageId, generationId, provider }: Job,
  reportedUsd: number | null,
): Promise<ImageSale | null> {
  const price = await capturedPrice(db, imageId)
  if (price === 0) return null
  const [row] = await db
    .select({ model: generations.model, resolution: generations.resolution, edit: generations.edit })
    .from(generations)
    .where(eq(generations.id, generationId))
  const model = row && registry.find(row.model)
  if (!model) return null
  const documented = row.edit ? documentedEditCost(model, row.edit.operation) : documentedCost(model, row.resolution)
  const costUsd = reportedUsd ?? documented?.usd
  if (costUsd === undefined) return null
  return { provider, model: model.value, priceUsd: dollarsOfPrice(price), costUsd }
}
