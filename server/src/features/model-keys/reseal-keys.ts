import { and, eq, isNotNull } from 'drizzle-orm'
import type { Transaction } from '../../db/database.ts'
import { languageModels } from '../../db/schema/assistant.ts'
import { modelConnections } from '../../db/schema/model-connections.ts'
import { modelKeys } from '../../db/schema/model-keys.ts'
import { connectionPlace } from '../model-connections/connection-rows.ts'
import type { KeyPlace, KeySeal } from './seal-key.ts'

/** `already`: sealed under the new secret by an earlier, interrupted change. `lost`: neither secret opens them. */
export type Resealed = { readonly resealed: number; readonly already: number; readonly lost: number }

type Seals = { readonly old: KeySeal; readonly next: KeySeal }

/** The bytes under the new secret; or why there is nothing to write. */
function resealed(sealed: Uint8Array, place: KeyPlace, { old, next }: Seals): Buffer | 'already' | 'lost' {
  const key = old.open(sealed, place)
  if (key !== null) return next.seal(key, place)
  return next.open(sealed, place) === null ? 'lost' : 'already'
}

/** Encrypts all keys of users, of their assistants and of added providers under another secret. */
export async function resealKeys(tx: Transaction, seals: Seals): Promise<Resealed> {
  const counts = { resealed: 0, already: 0, lost: 0 }
  for (const row of await tx.select().from(modelKeys).for('update')) {
    const sealed = resealed(row.sealed, row, seals)
    counts[typeof sealed === 'string' ? sealed : 'resealed']++
    if (typeof sealed !== 'string')
      await tx
        .update(modelKeys)
        .set({ sealed })
        .where(and(eq(modelKeys.userId, row.userId), eq(modelKeys.provider, row.provider)))
  }
  for (const row of await tx.select().from(modelConnections).where(isNotNull(modelConnections.sealed)).for('update')) {
    if (row.sealed === null) continue
    const sealed = resealed(row.sealed, connectionPlace(row.id), seals)
    counts[typeof sealed === 'string' ? sealed : 'resealed']++
    if (typeof sealed !== 'string')
      await tx.update(modelConnections).set({ sealed }).where(eq(modelConnections.id, row.id))
  }
  for (const row of await tx.select().from(languageModels).where(isNotNull(languageModels.sealed)).for('update')) {
    if (row.sealed === null) continue
    const sealed = resealed(row.sealed, { userId: row.userId, provider: 'language-model' }, seals)
    counts[typeof sealed === 'string' ? sealed : 'resealed']++
    if (typeof sealed !== 'string')
      await tx.update(languageModels).set({ sealed }).where(eq(languageModels.userId, row.userId))
  }
  return counts
}
