import { type AssetShape, type AssetsQuery, assetsPerPage } from '#contract/asset.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { success } from '#domain/result.ts'
import type { UserDatabase } from '../../db/database.ts'
import type { ModelRegistry } from '../../providers/registry.ts'
import { readCursor, writeCursor } from '../page-cursor.ts'
import type { Refusable } from '../refusal.ts'
import { readHiddenCards } from '../series/hidden-cards.ts'
import { presentAsset } from './asset-row.ts'
import { findAssets } from './find-assets.ts'

/** A page of the user's finished images, newest first, filtered by the query; the trash is left out. */
export async function listAssets(
  { db, registry }: { db: UserDatabase; registry: ModelRegistry },
  { userId, query }: { userId: UserId; query: AssetsQuery },
): Refusable<{ items: AssetShape[]; nextCursor: string | null }> {
  const after = readCursor(query.cursor)
  if (!after.ok) return after
  const { cursor: _, model: named, ...narrowing } = query
  const model = named === undefined ? {} : { model: registry.findFor(userId, named)?.value ?? named }
  // Reads one more than a page to know whether there is another.
  const hidden = await readHiddenCards(db, { userId, projectId: query.projectId ?? null })
  const rows = await findAssets(db, {
    ...narrowing,
    ...model,
    userId,
    after: after.value,
    hidden,
    limit: assetsPerPage + 1,
  })
  const page = rows.slice(0, assetsPerPage)
  const last = page.at(-1)
  const hasMore = rows.length > page.length && last !== undefined
  return success({
    items: page.map((row) => presentAsset(row, { registry, hidden })),
    nextCursor: hasMore ? writeCursor({ at: new Date(last.moment_ms).toISOString(), id: last.id }) : null,
  })
}
