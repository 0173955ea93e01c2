import { and, eq, ne, sql } from 'drizzle-orm'
import {
  maxSavedPrompts,
  type SavedPromptBody,
  type SavedPromptChange,
  type SavedPromptShape,
} from '#contract/prompts/saved-prompt.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { nameKey } from '#domain/prompt/name-key.ts'
import { failure, success } from '#domain/result.ts'
import type { Transaction, UserDatabase } from '#server/db/database.ts'
import { type AsyncResult, type Refusal, refusableTransaction } from '#server/db/refusal.ts'
import { savedPrompts } from '#server/db/schema/words.ts'
import { createOnce, type IdempotentRequest } from '../idempotency.ts'
import { lockWords } from './lock-words.ts'
import { noteWordsChanged } from './note-words-changed.ts'
import { findSavedPrompt, isOwnPrompt, presentSavedPrompt, promptSearchText } from './saved-prompt-rows.ts'

const notFound = failure({ code: 'not-found' } as const)

const inThousands = maxSavedPrompts.toLocaleString('en')
export const noRoom = `You have ${inThousands} saved prompts, which is the most there can be. Delete some first.`

/** Why a prompt can't have this name: another has it. Null where it can. @param besides The prompt itself. */
async function takenName(
  tx: Transaction,
  userId: UserId,
  { name, besides }: { readonly name: string; readonly besides: string },
): Promise<Refusal | null> {
  const named = and(eq(savedPrompts.userId, userId), eq(savedPrompts.nameKey, nameKey(name)))
  const [other] = await tx
    .select({ name: savedPrompts.name })
    .from(savedPrompts)
    .where(and(named, ne(savedPrompts.id, besides)))
  if (!other) return null
  return { code: 'conflict', message: `You have a prompt of the name “${other.name}”. Choose another name.` }
}

/** Saves a prompt under a name, once for each id or key. */
export function createSavedPrompt(
  deps: { db: UserDatabase; newId(): string },
  input: { userId: UserId; id?: string | undefined; body: SavedPromptBody; idempotency: IdempotentRequest | null },
): AsyncResult<SavedPromptShape> {
  const { userId, body, idempotency, id = deps.newId() } = input
  return refusableTransaction<SavedPromptShape>(deps.db, (tx) => {
    const find = async (promptId: string): AsyncResult<SavedPromptShape> => {
      const found = await findSavedPrompt(tx, userId, promptId)
      return found ? success(found) : notFound
    }
    const create = async (): AsyncResult<SavedPromptShape> => {
      await lockWords(tx, userId)
      const taken = await takenName(tx, userId, { name: body.name, besides: id })
      if (taken) return failure(taken)
      if ((await tx.$count(savedPrompts, eq(savedPrompts.userId, userId))) >= maxSavedPrompts)
        return failure({ code: 'too-large', message: noRoom })
      await tx.insert(savedPrompts).values({
        ...{ id, userId, ...body },
        nameKey: nameKey(body.name),
        searchText: promptSearchText(body),
      })
      await noteWordsChanged(tx, userId, 'saved-prompts')
      return find(id)
    }
    return createOnce(tx, { userId, idempotency, id }, { create, repeat: find })
  })
}

/** Changes the fields that are given. */
export function changeSavedPrompt(
  db: UserDatabase,
  { userId, id, change }: { readonly userId: UserId; readonly id: string; readonly change: SavedPromptChange },
): AsyncResult<SavedPromptShape> {
  return refusableTransaction<SavedPromptShape>(db, async (tx) => {
    const { name } = change
    // Two changes at once of its name and text would each write the search text without the other.
    await lockWords(tx, userId)
    const existing = await findSavedPrompt(tx, userId, id)
    if (!existing) return notFound
    const taken = name === undefined ? null : await takenName(tx, userId, { name, besides: id })
    if (taken) return failure(taken)
    const searchText = promptSearchText({
      name: name ?? existing.name,
      text: change.text ?? existing.text,
      tags: change.tags ?? existing.tags,
    })
    const [changed] = await tx
      .update(savedPrompts)
      .set({ ...change, ...(name !== undefined && { nameKey: nameKey(name) }), searchText, updatedAt: sql`now()` })
      .where(isOwnPrompt(userId, id))
      .returning()
    if (!changed) return notFound
    await noteWordsChanged(tx, userId, 'saved-prompts')
    return success(presentSavedPrompt(changed))
  })
}

/** Counts a use. */
export const useSavedPrompt = (db: UserDatabase, userId: UserId, id: string): AsyncResult<SavedPromptShape> =>
  refusableTransaction<SavedPromptShape>(db, async (tx) => {
    const [used] = await tx
      .update(savedPrompts)
      .set({ usedCount: sql`least(${savedPrompts.usedCount}, 2147483646) + 1` })
      .where(isOwnPrompt(userId, id))
      .returning()
    if (!used) return notFound
    await noteWordsChanged(tx, userId, 'saved-prompts')
    return success(presentSavedPrompt(used))
  })

export const deleteSavedPrompt = (
  db: UserDatabase,
  userId: UserId,
  id: string,
): AsyncResult<{ deleted: number; ids: string[] }> =>
  refusableTransaction(db, async (tx) => {
    const deleted = await tx.delete(savedPrompts).where(isOwnPrompt(userId, id)).returning({ id: savedPrompts.id })
    if (deleted.length === 0) return notFound
    await noteWordsChanged(tx, userId, 'saved-prompts')
    return success({ deleted: deleted.length, ids: deleted.map((row) => row.id) })
  })
