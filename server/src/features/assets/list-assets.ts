import { and, asc, desc, eq, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { type AssetShape, type AssetsQuery, assetsPerPage } from '#contract/asset.ts'
import { failure, success } from '#domain/result.ts'
import type { Database } from '../../db/database.ts'
import { generatedImages, generations, imageFeedback } from '../../db/schema/generations.ts'
import { projects } from '../../db/schema/projects.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import { presentSettings } from '../generations/present-generation.ts'
import { presentImage } from '../images/present-image.ts'
import type { Refusable } from '../refusal.ts'
import { readCursor, writeCursor } from './asset-cursor.ts'

type Page = { items: AssetShape[]; nextCursor: string | null }

const dayMs = 86_400_000
const isDay = (text: string) => text.length === 10
/** The first moment that is too late: a day named as the last one counts whole. */
const endOf = (to: string) => new Date(new Date(to).getTime() + (isDay(to) ? dayMs : 1))

function conditionsOf(query: AssetsQuery, registry: ModelRegistry): SQL[] {
  const { model, aspectRatio, projectId, feedback, from, to, q } = query
  return [
    ...(model === undefined ? [] : [eq(generations.model, registry.find(model)?.value ?? model)]),
    ...(aspectRatio === undefined ? [] : [eq(generations.aspectRatio, aspectRatio)]),
    ...(projectId === undefined ? [] : [eq(generations.projectId, projectId)]),
    ...(from === undefined ? [] : [gte(generatedImages.createdAt, new Date(from))]),
    ...(to === undefined ? [] : [lt(generatedImages.createdAt, endOf(to))]),
    ...(q ? [sql`strpos(lower(${generations.prompt}), lower(${q})) > 0`] : []),
    ...(feedback === undefined
      ? []
      : [
          sql`exists (select from ${imageFeedback} where ${imageFeedback.imageId} = ${generatedImages.id} and ${imageFeedback.feedbackType} = ${feedback})`,
        ]),
  ]
}

async function feedbackOf(db: Database, imageIds: readonly string[]) {
  if (imageIds.length === 0) return new Map<string, AssetShape['feedback']>()
  const rows = await db
    .select({ imageId: imageFeedback.imageId, feedbackType: imageFeedback.feedbackType })
    .from(imageFeedback)
    .where(inArray(imageFeedback.imageId, [...imageIds]))
    .orderBy(asc(imageFeedback.createdAt))
  const byImage = Map.groupBy(rows, (row) => row.imageId)
  return new Map(imageIds.map((id) => [id, (byImage.get(id) ?? []).map((row) => row.feedbackType)]))
}

/** A page of the user's finished images, newest first, narrowed by the query; what is in the trash is left out. */
export async function listAssets(
  { db, registry }: { db: Database; registry: ModelRegistry },
  { userId, query }: { userId: string; query: AssetsQuery },
): Refusable<Page> {
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor)
  if (query.cursor !== undefined && !cursor) {
    const issues = [{ path: ['cursor'], message: 'Not a cursor. Take nextCursor of the page before.' }]
    return failure({ code: 'invalid', data: { issues } })
  }
  const { createdAt, id } = generatedImages
  const after = cursor
    ? sql`${createdAt} <= ${cursor.createdAt} and (${createdAt} < ${cursor.createdAt} or ${id} > ${cursor.imageId})`
    : undefined
  const rows = await db
    .select({ image: generatedImages, generation: generations })
    .from(generatedImages)
    .innerJoin(generations, eq(generations.id, generatedImages.generationId))
    .innerJoin(projects, eq(projects.id, generations.projectId))
    .where(
      and(
        eq(generatedImages.userId, userId),
        eq(generatedImages.status, 'completed'),
        isNull(generations.deletedAt),
        isNull(projects.deletedAt),
        after,
        ...conditionsOf(query, registry),
      ),
    )
    .orderBy(desc(createdAt), asc(id))
    .limit(assetsPerPage + 1)
  const page = rows.slice(0, assetsPerPage)
  const feedback = await feedbackOf(
    db,
    page.map(({ image }) => image.id),
  )
  const items = page.map(({ image, generation }) => ({
    ...presentImage(image, feedback.get(image.id) ?? []),
    projectId: generation.projectId,
    parentGenerationId: generation.parentGenerationId,
    prompt: generation.prompt,
    model: registry.find(generation.model)?.name ?? generation.model,
    settings: presentSettings(generation),
  }))
  const last = items.at(-1)
  const nextCursor =
    rows.length > page.length && last ? writeCursor({ createdAt: last.createdAt, imageId: last.id }) : null
  return success({ items, nextCursor })
}
