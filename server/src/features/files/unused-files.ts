import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { WorkItems } from '#server/background/work-items.ts'
import type { Database, Querier } from '../../db/database.ts'
import { mayRemove } from '../../db/removal-pause.ts'
import type { Storage } from '../../storage/storage.ts'

/** Files that are removed in one transaction, which must end long before the database ends it (60 s without a word). */
const batch = 200

/** Notes files for removal, in the transaction that takes the last row away that names them, or before they are written. */
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

/** Takes files back that are used after all. */
export async function markUsed(db: Querier, keys: readonly string[]): Promise<void> {
  await db.execute(sql`
    delete from unused_files where key in (select * from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`)
}

/** So many failures in a row are taken for a storage that is out of order: the rest waits for the next round. */
const mostFailures = 3

type RemoveDeps = { readonly db: Database; readonly storage: Storage; readonly items: WorkItems }

/**
 * Removes the files whose time has come, then their notes: a server that dies in between finds the note again, and a file
 * that is gone already is no error. While a backup copies files, none is removed.
 */
export async function removeUnusedFiles(deps: RemoveDeps): Promise<void> {
  while ((await removeBatch(deps)) === 'more') await setImmediate()
}

function removeBatch({ db, storage, items }: RemoveDeps): Promise<'more' | 'done'> {
  return db.transaction(async (tx) => {
    if (!(await mayRemove(tx))) return 'done'
    const { rows } = await tx.execute<{ key: string }>(
      sql`select key from unused_files where remove_after < now()
        and key not in (select * from jsonb_array_elements_text(${JSON.stringify(items.setAside())}::jsonb))
        order by remove_after limit ${batch}`,
    )
    const removed: string[] = []
    let failures = 0
    for (const { key } of rows) {
      if (failures === mostFailures) break
      if ((await items.attempt(key, () => storage.remove(key))) === 'done') {
        removed.push(key)
        failures = 0
      } else failures += 1
    }
    await markUsed(tx, removed)
    return rows.length === batch && failures < mostFailures ? 'more' : 'done'
  })
}
