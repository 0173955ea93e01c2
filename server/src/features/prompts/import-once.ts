import { type ImportReply, importReply } from '#contract/prompts/name.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { success } from '#domain/result.ts'
import type { Transaction, UserDatabase } from '#server/db/database.ts'
import { type AsyncResult, refusableTransaction } from '#server/db/refusal.ts'
import { claimKey, findEarlier, type IdempotentRequest, keepDetail } from '../idempotency.ts'
import { lockWords } from './lock-words.ts'
import { noteWordsChanged } from './note-words-changed.ts'

export type ImportDeps = { readonly db: UserDatabase; newId(): string }
export type ImportInput = { readonly userId: UserId; readonly idempotency: IdempotentRequest | null }

/** Writes what a file holds once for each key; a repetition is given the reply of the first. */
export function importOnce(
  { db, newId }: ImportDeps,
  { userId, idempotency, kind }: ImportInput & { readonly kind: 'saved-prompts' | 'word-lists' },
  write: (tx: Transaction) => Promise<ImportReply>,
): AsyncResult<ImportReply> {
  return refusableTransaction<ImportReply>(db, async (tx) => {
    const id = newId()
    const claimed = await claimKey(tx, userId, idempotency, id)
    if (!claimed.ok) return claimed
    if (claimed.value !== id) {
      const first = await findEarlier(tx, userId, idempotency)
      return first.ok ? success(importReply.parse(first.value?.detail)) : first
    }
    await lockWords(tx, userId)
    const reply = await write(tx)
    await keepDetail(tx, userId, { request: idempotency, detail: reply })
    if (reply.saved > 0) await noteWordsChanged(tx, userId, kind)
    return success(reply)
  })
}
