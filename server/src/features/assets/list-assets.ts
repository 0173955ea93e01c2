import { type AssetCountShape, type AssetShape, type AssetsQuery, assetsPerPage } from '#contract/cards/asset.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { success } from '#domain/result.ts'
import { presentAsset } from '#server/cards/asset-row.ts'
import { readHiddenCards } from '#server/cards/hidden-cards.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import type { UserDatabase } from '../../db/database.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import { readCursor, writeCursor } from '../page-cursor.ts'
import { countFound, findAssets } from './find-assets.ts'

/** Images that are counted: reading the index of as many takes some ten milliseconds. */
const maxCounted = 10_000

type AssetDeps = { readonly db: UserDatabase; readonly registry: ModelRegistry }

/** The filters of a query, with the model by its value and the cards that it must not find. */
async function filtersOf({ db, registry }: AssetDeps, userId: UserId, query: Omit<AssetsQuery, 'cursor'>) {
  const { model: named, ...narrowing } = query
  const model = named === undefined ? {} : { model: registry.findFor(userId, named)?.value ?? named }
  const hidden = await readHiddenCards(db, { userId, projectId: query.projectId ?? null })
  return { ...narrowing, ...model, userId, hidden }
}

/** The number of the user's finished images that a query finds, up to a bound. */
export async function countAssets(
  deps: AssetDeps,
  { userId, query }: { readonly userId: UserId; readonly query: Omit<AssetsQuery, 'cursor'> },
): Promise<AssetCountShape> {
  const counted = await countFound(deps.db, { ...(await filtersOf(deps, userId, query)), limit: maxCounted + 1 })
  return { count: Math.min(counted, maxCounted), isExact: counted <= maxCounted }
}

/** A page of the user's finished images, newest first, filtered by the query; the trash is left out. */
export async function listAssets(
  deps: AssetDeps,
  { userId, query }: { userId: UserId; query: AssetsQuery },
): AsyncResult<{ items: AssetShape[]; nextCursor: string | null }> {
  const after = readCursor(query.cursor)
  if (!after.ok) return after
  const { cursor: _, ...narrowing } = query
  const filters = await filtersOf(deps, userId, narrowing)
  // Reads one more than a page to know whether there is another.
  const rows = await findAssets(deps.db, { ...filters, after: after.value, limit: assetsPerPage + 1 })
  const page = rows.slice(0, assetsPerPage)
  const last = page.at(-1)
  const hasMore = rows.length > page.length && last !== undefined
  return success({
    items: page.map((row) => presentAsset(row, { registry: deps.registry, hidden: filters.hidden })),
    nextCursor: hasMore ? writeCursor({ at: new Date(last.moment_ms).toISOString(), id: last.id }) : null,
  })
}
