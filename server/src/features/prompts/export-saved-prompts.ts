import type { SavedPromptFormat, SavedPromptShape } from '#contract/prompts/saved-prompt.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { csvRow, safeCell } from '#domain/text/csv.ts'
import type { UserDatabase } from '#server/db/database.ts'
import { csvColumns } from './read-prompt-file.ts'
import { endOfPage, presentSavedPrompt, selectSavedPrompts } from './saved-prompt-rows.ts'

const pageSize = 500

/** A prompt as a row: cells that a spreadsheet would run as formulas are marked, and read again by `plainCell`. */
const rowOf = ({ name, text, tags, model, settings, usedCount }: SavedPromptShape) =>
  csvRow(
    [name, text, '', tags.join(', '), model ?? '', settings ? JSON.stringify(settings) : '', String(usedCount)].map(
      safeCell,
    ),
  )

/** A file of each format: its parts, and what stands around and between them. */
const formats: Readonly<
  Record<
    SavedPromptFormat,
    { readonly head: string; readonly between: string; readonly foot: string; write(prompt: SavedPromptShape): string }
  >
> = {
  json: { head: '{"prompts":[\n', between: ',\n', foot: '\n]}\n', write: (prompt) => JSON.stringify(prompt) },
  text: { head: '', between: '', foot: '', write: ({ text }) => `${text.replaceAll(/\s*[\r\n]+\s*/g, ' ')}\n` },
  // With a byte order mark, by which spreadsheets know UTF-8.
  csv: { head: `\ufeff${csvRow(csvColumns)}`, between: '', foot: '', write: rowOf },
}

/** The user's saved prompts as a file, newest first, in chunks of some hundred. */
export async function* exportSavedPrompts(
  db: UserDatabase,
  userId: UserId,
  format: SavedPromptFormat,
): AsyncGenerator<string, void, undefined> {
  const { head, between, foot, write } = formats[format]
  yield head
  for (let after: Parameters<typeof selectSavedPrompts>[2]['after'] = null; ; ) {
    const rows = await selectSavedPrompts(db, userId, { after, limit: pageSize })
    if (rows.length > 0) yield (after ? between : '') + rows.map((row) => write(presentSavedPrompt(row))).join(between)
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) break
    after = endOfPage(last)
  }
  yield foot
}
