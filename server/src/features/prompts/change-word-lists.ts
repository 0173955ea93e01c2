import { sql } from 'drizzle-orm'
import type { WordListBody, WordListShape } from '#contract/prompts/word-list.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { nameKey } from '#domain/prompt/name-key.ts'
import { failure, success } from '#domain/result.ts'
import type { UserDatabase } from '#server/db/database.ts'
import { type AsyncResult, refusableTransaction } from '#server/db/refusal.ts'
import { wordLists } from '#server/db/schema/words.ts'
import { createOnce, type IdempotentRequest } from '../idempotency.ts'
import { lockWords } from './lock-words.ts'
import { noteWordsChanged } from './note-words-changed.ts'
import { findWordList, holdList, isOwnList, isOwnWordList, presentWordList, readHeld } from './word-list-rows.ts'

const notFound = failure({ code: 'not-found' } as const)

/** Creates a list, once for each id or key. */
export function createWordList(
  deps: { db: UserDatabase; newId(): string },
  input: { userId: UserId; id?: string | undefined; body: WordListBody; idempotency: IdempotentRequest | null },
): AsyncResult<WordListShape> {
  const { userId, body, idempotency, id = deps.newId() } = input
  return refusableTransaction<WordListShape>(deps.db, (tx) => {
    const find = async (listId: string): AsyncResult<WordListShape> => {
      const found = await findWordList(tx, userId, listId)
      return found ? success(found) : notFound
    }
    const create = async (): AsyncResult<WordListShape> => {
      await lockWords(tx, userId)
      const refusal = holdList(await readHeld(tx, userId, null), body)
      if (refusal) return failure(refusal)
      await tx.insert(wordLists).values({ id, userId, ...body, nameKey: nameKey(body.name) })
      await noteWordsChanged(tx, userId, 'word-lists')
      return find(id)
    }
    return createOnce(tx, { userId, idempotency, id }, { create, repeat: find })
  })
}

/** Replaces the name and the words of a list. */
export function changeWordList(
  db: UserDatabase,
  { userId, id, body }: { readonly userId: UserId; readonly id: string; readonly body: WordListBody },
): AsyncResult<WordListShape> {
  return refusableTransaction<WordListShape>(db, async (tx) => {
    await lockWords(tx, userId)
    if (!(await isOwnWordList(tx, userId, id))) return notFound
    const refusal = holdList(await readHeld(tx, userId, id), body)
    if (refusal) return failure(refusal)
    const [changed] = await tx
      .update(wordLists)
      .set({ ...body, nameKey: nameKey(body.name), updatedAt: sql`now()` })
      .where(isOwnList(userId, id))
      .returning()
    if (!changed) return notFound
    await noteWordsChanged(tx, userId, 'word-lists')
    return success(presentWordList(changed))
  })
}

export const deleteWordList = (
  db: UserDatabase,
  userId: UserId,
  id: string,
): AsyncResult<{ deleted: number; ids: string[] }> =>
  refusableTransaction(db, async (tx) => {
    const deleted = await tx.delete(wordLists).where(isOwnList(userId, id)).returning({ id: wordLists.id })
    if (deleted.length === 0) return notFound
    await noteWordsChanged(tx, userId, 'word-lists')
    return success({ deleted: deleted.length, ids: deleted.map((row) => row.id) })
  })
