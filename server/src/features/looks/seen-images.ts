import { and, asc, eq, gt, or, sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { lookLength } from '#domain/pictures/look/look-vector.ts'
import type { UserDatabase } from '#server/db/database.ts'
import { imageLooks } from '#server/db/schema/looks.ts'

/** The looks of a user's images, one after the other: that of `ids[n]` begins at `n * lookLength`. */
export type SeenImages = { readonly ids: readonly string[]; readonly looks: Int8Array }

type Kept = { ids: string[]; looks: Int8Array; count: number; last: { at: Date; id: string } | null; usedAt: number }

/** Rows of a read. */
const pageSize = 5_000
/** A row may become visible this much later than it says: rows of the last moments are read again. */
const overlapMs = 60_000

/**
 * Keeps the looks of users' images in memory, at most as many bytes as given: those of users who have not searched for the longest time go
 * first. What was added since is read with each search; a removed image stays until then, so results are compared with the database.
 */
export function createSeenImages(maxBytes: number) {
  const users = new Map<UserId, Kept>()

  function makeRoom(): void {
    const bytes = () => [...users.values()].reduce((sum, { looks }) => sum + looks.byteLength, 0)
    const oldestFirst = [...users].sort(([, a], [, b]) => a.usedAt - b.usedAt)
    for (const [userId] of oldestFirst.slice(0, -1)) {
      if (bytes() <= maxBytes) return
      users.delete(userId)
    }
  }

  function append(kept: Kept, id: string, look: Buffer): void {
    if ((kept.count + 1) * lookLength > kept.looks.length) {
      const larger = new Int8Array(Math.max(1_024, 2 * kept.count) * lookLength)
      larger.set(kept.looks)
      kept.looks = larger
    }
    kept.looks.set(new Int8Array(look.buffer, look.byteOffset, lookLength), kept.count * lookLength)
    kept.ids.push(id)
    kept.count += 1
  }

  return async function read(db: UserDatabase, userId: UserId): Promise<SeenImages> {
    const kept = users.get(userId) ?? { ids: [], looks: new Int8Array(), count: 0, last: null, usedAt: 0 }
    const known = new Set(kept.ids.slice(-pageSize))
    let after = kept.last && {
      at: new Date(kept.last.at.getTime() - overlapMs),
      id: '00000000-0000-0000-0000-000000000000',
    }
    for (;;) {
      const { indexedAt, imageId, look } = imageLooks
      const isLater = after
        ? or(gt(indexedAt, after.at), and(eq(indexedAt, after.at), gt(imageId, after.id)))
        : sql`true`
      const rows = await db
        .select({ imageId, look, indexedAt })
        .from(imageLooks)
        .where(and(eq(imageLooks.userId, userId), isLater))
        .orderBy(asc(indexedAt), asc(imageId))
        .limit(pageSize)
      for (const row of rows) if (!known.has(row.imageId)) append(kept, row.imageId, row.look)
      const last = rows.at(-1)
      if (last) after = { at: last.indexedAt, id: last.imageId }
      if (rows.length < pageSize) break
    }
    kept.last = after ?? null
    kept.usedAt = performance.now()
    users.set(userId, kept)
    makeRoom()
    return { ids: kept.ids, looks: kept.looks }
  }
}
export type ReadSeenImages = ReturnType<typeof createSeenImages>
