import { and, eq, inArray, sql } from 'drizzle-orm'
import type { ImportReply } from '#contract/prompts/name.ts'
import { maxSavedPrompts, type SavedPromptEntry } from '#contract/prompts/saved-prompt.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { nameKey } from '#domain/prompt/name-key.ts'
import { createNames } from '#domain/prompt/prompt-name.ts'
import type { Transaction } from '#server/db/database.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import { savedPrompts } from '#server/db/schema/words.ts'
import { noRoom } from './change-saved-prompts.ts'
import { type ImportDeps, type ImportInput, importOnce } from './import-once.ts'
import { type PromptFile, readPromptFile } from './read-prompt-file.ts'
import { readTextFile } from './read-text-file.ts'
import { promptSearchText } from './saved-prompt-rows.ts'

const rowsAtOnce = 500
const taken = 'You have a prompt of this name.'

/** Prompts of the user with the first words of these as their name: their text decides whether a line is new. */
async function textsByName(tx: Transaction, userId: UserId, entries: readonly SavedPromptEntry[]) {
  const keys = [...new Set(entries.map(({ name }) => nameKey(name)))]
  if (keys.length === 0) return new Map<string, string>()
  const rows = await tx
    .select({ key: savedPrompts.nameKey, text: savedPrompts.text })
    .from(savedPrompts)
    .where(and(eq(savedPrompts.userId, userId), inArray(savedPrompts.nameKey, keys)))
  return new Map(rows.map(({ key, text }) => [key, text]))
}

/** The entries that come in, with their names, and those that do not. */
async function chooseEntries(tx: Transaction, userId: UserId, { names, entries }: PromptFile) {
  const rows = await tx.select({ key: savedPrompts.nameKey }).from(savedPrompts).where(eq(savedPrompts.userId, userId))
  const existing = new Set(rows.map(({ key }) => key))
  const used = new Set(existing)
  const nameFreely = createNames(used)
  const texts = names === 'unnamed' ? await textsByName(tx, userId, entries) : null
  const chosen: SavedPromptEntry[] = []
  const refused: { name: string; message: string }[] = []
  for (const entry of entries) {
    const { name, text } = entry
    const key = nameKey(name)
    const problem =
      texts?.get(key) === text || (!texts && existing.has(key))
        ? taken
        : !texts && used.has(key)
          ? 'The file has this name twice.'
          : existing.size + chosen.length >= maxSavedPrompts
            ? noRoom
            : null
    if (problem) refused.push({ name, message: problem })
    else chosen.push({ ...entry, name: nameFreely(name) })
  }
  return { chosen, refused }
}

/** Saves the prompts of a file. The first of the file is the newest, as files of ours have them. */
export async function importSavedPrompts(
  deps: ImportDeps,
  input: ImportInput & { readonly bytes: Uint8Array },
): AsyncResult<ImportReply> {
  const text = readTextFile(input.bytes)
  if (!text.ok) return text
  const file = readPromptFile(text.value)
  if (!file.ok) return file
  const { userId } = input
  return importOnce(deps, { ...input, kind: 'saved-prompts' }, async (tx) => {
    const { chosen, refused } = await chooseEntries(tx, userId, file.value)
    const rows = chosen.map((entry, at) => {
      const createdAt = sql`now() - ${at} * interval '1 millisecond'`
      const derived = { nameKey: nameKey(entry.name), searchText: promptSearchText(entry) }
      return { ...entry, ...derived, id: deps.newId(), userId, createdAt, updatedAt: createdAt }
    })
    for (let at = 0; at < rows.length; at += rowsAtOnce)
      await tx.insert(savedPrompts).values(rows.slice(at, at + rowsAtOnce))
    return { saved: rows.length, refused: [...file.value.refused, ...refused] }
  })
}
