import { and, eq } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { modelKeys } from '../../db/schema/model-keys.ts'
import type { KeySeal } from './seal-key.ts'

/** `already`: sealed under the new secret by an earlier, interrupted change. `lost`: neither secret opens them. */
export type Resealed = { readonly resealed: number; readonly already: number; readonly lost: number }

/** Encrypts all users' keys under another secret. */
export async function resealKeys(tx: Transaction, seals: { old: KeySeal; next: KeySeal }): Promise<Resealed> {
  const counts = { resealed: 0, already: 0, lost: 0 }
  for (const row of await tx.select().from(modelKeys).for('update')) {
    const key = seals.old.open(row.sealed, row)
    if (key === null) {
      counts[seals.next.open(row.sealed, row) === null ? 'lost' : 'already']++
      continue
    }
    await tx
      .update(modelKeys)
      .set({ sealed: seals.next.seal(key, row) })
      .where(and(eq(modelKeys.userId, row.userId), eq(modelKeys.provider, row.provider)))
    counts.resealed++
  }
  return counts
}
