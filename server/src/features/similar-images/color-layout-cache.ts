import { and, asc, eq, gt, or, sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { colorLayoutLength } from '#domain/pictures/fingerprint/color-layout.ts'
import type { UserDatabase } from '#server/db/database.ts'
import { imageFingerprints } from '#server/db/schema/fingerprints.ts'

/** Color layouts of a user's images, concatenated: that of `ids[n]` begins at `n * colorLayoutLength`. */
export type ColorLayouts = { readonly ids: readonly string[]; readonly layouts: Int8Array }

/** Reads the color layouts of a user's indexed images. Removed images may be among them: results have to be compared with the database. */
export type ReadColorLayouts = (db: UserDatabase, userId: UserId) => Promise<ColorLayouts>

type Entry = {
  readonly ids: string[]
  readonly known: Set<string>
  layouts: Int8Array
  readUntil: Date
  usedAt: number
}

const pageSize = 5_000
/** A row may become visible this much later than its `indexed_at`: the rows of the last minute are read again. */
const overlapMs = 60_000
const noId = '00000000-0000-0000-0000-000000000000'

function append({ ids, known, ...entry }: Entry, imageId: string, layout: Buffer): Int8Array {
  let { layouts } = entry
  if (known.has(imageId)) return layouts
  const offset = ids.length * colorLayoutLength
  if (offset === layouts.length) {
    layouts = new Int8Array(Math.max(1_024, 2 * ids.length) * colorLayoutLength)
    layouts.set(entry.layouts)
  }
  layouts.set(new Int8Array(layout.buffer, layout.byteOffset, colorLayoutLength), offset)
  ids.push(imageId)
  known.add(imageId)
  return layouts
}

/**
 * Caches color layouts in memory. A read adds the rows that were indexed since the last one. Beyond the limit the users are dropped whose
 * last search is the longest ago, and of a single user the images that were indexed first.
 */
export function createColorLayoutCache(maxBytes: number): ReadColorLayouts {
  const entries = new Map<UserId, Entry>()
  const maxImages = Math.floor(maxBytes / colorLayoutLength)

  function evict(): void {
    const oldestFirst = [...entries].sort(([, a], [, b]) => a.usedAt - b.usedAt)
    let bytes = oldestFirst.reduce((sum, [, { layouts }]) => sum + layouts.byteLength, 0)
    for (const [userId, { layouts }] of oldestFirst.slice(0, -1)) {
      if (bytes <= maxBytes) return
      entries.delete(userId)
      bytes -= layouts.byteLength
    }
  }

  function dropOldest({ ids, known, layouts }: Entry): void {
    const dropped = ids.splice(0, Math.ceil(ids.length / 2))
    for (const id of dropped) known.delete(id)
    layouts.copyWithin(0, dropped.length * colorLayoutLength)
  }

  return async (db, userId) => {
    const entry = entries.get(userId) ?? {
      ids: [],
      known: new Set(),
      layouts: new Int8Array(),
      readUntil: new Date(0),
      usedAt: 0,
    }
    entries.set(userId, entry)
    entry.usedAt = performance.now()
    const { indexedAt, imageId, colorLayout } = imageFingerprints
    let after = { at: new Date(entry.readUntil.getTime() - overlapMs), id: noId }
    for (;;) {
      const rows = await db
        .select({ imageId, colorLayout, indexedAt })
        .from(imageFingerprints)
        .where(
          and(
            eq(imageFingerprints.userId, userId),
            sql`${indexedAt} >= ${after.at.toISOString()}`,
            or(gt(indexedAt, after.at), gt(imageId, after.id)),
          ),
        )
        .orderBy(asc(indexedAt), asc(imageId))
        .limit(pageSize)
      for (const row of rows) {
        if (entry.ids.length >= maxImages) dropOldest(entry)
        entry.layouts = append(entry, row.imageId, row.colorLayout)
      }
      const last = rows.at(-1)
      if (last) {
        after = { at: last.indexedAt, id: last.imageId }
        entry.readUntil = last.indexedAt
      }
      if (rows.length < pageSize) break
    }
    evict()
    return { ids: entry.ids, layouts: entry.layouts }
  }
}
