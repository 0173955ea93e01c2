import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { WorkItems } from '#server/background/work-items.ts'
import { query } from '#server/db/sql/query.ts'
import type { Querier, SystemDatabase } from '../../db/database.ts'
import { mayRemove } from '../../db/removal-pause.ts'
import { keysOfImage, originalKey } from '../../pictures/picture-keys.ts'
import type { Storage } from '../../storage/storage.ts'

/** Files that are removed in one transaction, which must end long before the database ends it (after 60 s of inactivity). */
const batch = 200

/** Schedules files for removal, in the transaction that deletes the last row that names them, or before they are written. */
export async function markUnused(
  db: Querier,
  keys: readonly string[],
  { afterSeconds }: { afterSeconds: number },
): Promise<void> {
  if (keys.length === 0) return
  await db.execute(sql`
    insert into unused_files (key, remove_after)
    select key, now() + ${afterSeconds} * interval '1 second' from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) as list(key)
    on conflict do nothing`)
}

/** Cancels the removal of files that are used after all. */
export async function markUsed(db: Querier, keys: readonly string[]): Promise<void> {
  await db.execute(sql`
    delete from unused_files where key in (select * from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`)
}

/** When files are removed that a server left by dying before their rows were written. */
export const abandonedAfterSeconds = 3_600

/** Stores the original of an image or upload that no row names yet. It is removed with its thumbnails unless `markUsed` comes in time. */
export async function storeOriginal(
  { db, storage }: { readonly db: Querier; readonly storage: Storage },
  { imageId, attempt }: { readonly imageId: string; readonly attempt: number },
  bytes: Uint8Array,
): Promise<void> {
  await markUnused(db, keysOfImage(imageId, attempt), { afterSeconds: abandonedAfterSeconds })
  await storage.put(originalKey(imageId, attempt), bytes)
}

/** After this many failures in a row the storage counts as unavailable: the rest waits for the next round. */
const maxFailures = 3

type RemoveDeps = { readonly db: SystemDatabase; readonly storage: Storage; readonly items: WorkItems }

/**
 * Removes the files that are due, then their entries: after a crash in between the entry is found again, and a missing file is no
 * error. While a backup copies files, none is removed.
 */
export async function removeUnusedFiles(deps: RemoveDeps): Promise<void> {
  while ((await removeBatch(deps)) === 'more') await setImmediate()
}

function removeBatch({ db, storage, items }: RemoveDeps): Promise<'more' | 'done'> {
  return db.transaction(async (tx) => {
    if (!(await mayRemove(tx))) return 'done'
    const { rows } = await query<{ key: string }>(
      tx,
      { key: 'string' },
      sql`select key from unused_files where remove_after < now()
        and key not in (select * from jsonb_array_elements_text(${JSON.stringify(items.setAside())}::jsonb))
        order by remove_after limit ${batch}`,
    )
    const removed: string[] = []
    let failures = 0
    for (const { key } of rows) {
      if (failures === maxFailures) break
      if ((await items.attempt(key, () => storage.remove(key))) === 'done') {
        removed.push(key)
        failures = 0
      } else failures += 1
    }
    await markUsed(tx, removed)
    return rows.length === batch && failures < maxFailures ? 'more' : 'done'
  })
}
