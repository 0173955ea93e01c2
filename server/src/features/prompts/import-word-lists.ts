import type { ImportReply } from '#contract/prompts/name.ts'
import type { WordListBody } from '#contract/prompts/word-list.ts'
import { nameKey } from '#domain/prompt/name-key.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import { wordLists } from '#server/db/schema/words.ts'
import { type ImportDeps, type ImportInput, importOnce } from './import-once.ts'
import { readTextFile } from './read-text-file.ts'
import { readWordFile } from './read-word-file.ts'
import { holdList, readHeld } from './word-list-rows.ts'

const rowsAtOnce = 100

/** Creates the lists of a file; one that can't be is refused alone. */
export async function importWordLists(
  deps: ImportDeps,
  input: ImportInput & { readonly bytes: Uint8Array; readonly name: string | undefined },
): AsyncResult<ImportReply> {
  const text = readTextFile(input.bytes)
  if (!text.ok) return text
  const file = await readWordFile(text.value, input.name)
  if (!file.ok) return file
  const { userId } = input
  return importOnce(deps, { ...input, kind: 'word-lists' }, async (tx) => {
    const held = await readHeld(tx, userId, null)
    const refused = [...file.value.refused]
    const lists: WordListBody[] = []
    for (const list of file.value.lists) {
      const refusal = holdList(held, list)
      if (refusal) refused.push({ name: list.name, message: refusal.message ?? '' })
      else lists.push(list)
    }
    const rows = lists.map((list) => ({ ...list, id: deps.newId(), userId, nameKey: nameKey(list.name) }))
    for (let at = 0; at < rows.length; at += rowsAtOnce)
      await tx.insert(wordLists).values(rows.slice(at, at + rowsAtOnce))
    return { saved: rows.length, refused }
  })
}
