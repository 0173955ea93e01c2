import { asc, eq, inArray } from 'drizzle-orm'
import { type AssetShape, type AssetsQuery, assetsPerPage } from '#contract/asset.ts'
import { failure, success } from '#domain/result.ts'
import type { Database } from '../../db/database.ts'
import { generatedImages, generations, imageFeedback } from '../../db/schema/generations.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import { presentSettings } from '../generations/present-generation.ts'
import { presentImage } from '../images/present-image.ts'
import type { Refusable } from '../refusal.ts'
import { readCursor, writeCursor } from './asset-cursor.ts'
import { findAssetIds } from './find-asset-ids.ts'

type Page = { items: AssetShape[]; nextCursor: string | null }

const badCursor = failure({
  code: 'invalid',
  data: { issues: [{ path: ['cursor'], message: 'Not a cursor. Take nextCursor of the page before.' }] },
} as const)

/** The images with their cards and feedback, in the order of the ids. */
async function selectAssets(
  { db, registry }: { db: Database; registry: ModelRegistry },
  ids: readonly string[],
): Promise<AssetShape[]> {
  if (ids.length === 0) return []
  const rows = await db
    .select({ image: generatedImages, generation: generations })
    .from(generatedImages)
    .innerJoin(generations, eq(generations.id, generatedImages.generationId))
    .where(inArray(generatedImages.id, [...ids]))
  const given = await db
    .select({ imageId: imageFeedback.imageId, feedbackType: imageFeedback.feedbackType })
    .from(imageFeedback)
    .where(inArray(imageFeedback.imageId, [...ids]))
    .orderBy(asc(imageFeedback.createdAt))
  const feedback = Map.groupBy(given, ({ imageId }) => imageId)
  const assets = rows.map(({ image, generation }) => ({
    ...presentImage(
      image,
      (feedback.get(image.id) ?? []).map(({ feedbackType }) => feedbackType),
    ),
    projectId: generation.projectId,
    parentGenerationId: generation.parentGenerationId,
    prompt: generation.prompt,
    model: registry.find(generation.model)?.name ?? generation.model,
    settings: presentSettings(generation),
  }))
  const byId = new Map(assets.map((asset) => [asset.id, asset]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** A page of the user's finished images, newest first, narrowed by the query; what is in the trash is left out. */
export async function listAssets(
  deps: { db: Database; registry: ModelRegistry },
  { userId, query }: { userId: string; query: AssetsQuery },
): Refusable<Page> {
  const after = query.cursor === undefined ? null : readCursor(query.cursor)
  if (query.cursor !== undefined && !after) return badCursor
  const { cursor: _, model: named, ...narrowing } = query
  const model = named === undefined ? {} : { model: deps.registry.find(named)?.value ?? named }
  // One more than a page tells whether there is another.
  const limit = assetsPerPage + 1
  const places = await findAssetIds(deps.db, { ...narrowing, ...model, userId, after, limit })
  const page = places.slice(0, assetsPerPage)
  const last = page.at(-1)
  return success({
    items: await selectAssets(
      deps,
      page.map(({ id }) => id),
    ),
    nextCursor: places.length > page.length && last ? writeCursor({ createdAt: last.moment, imageId: last.id }) : null,
  })
}
