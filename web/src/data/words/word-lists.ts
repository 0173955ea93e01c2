import { queryOptions } from '@tanstack/react-query'
import type { ImportReply } from '#contract/prompts/name.ts'
import type { WordListBody, WordListShape } from '#contract/prompts/word-list.ts'
import { api } from '../http/client.ts'
import { withRequestId } from '../http/request-ids.ts'
import { sendWordFile } from './saved-prompts.ts'
import { refreshWords, wordKeys } from './word-keys.ts'

/** All lists of words, by name. */
export const wordListsQuery = queryOptions({
  queryKey: wordKeys['word-lists'],
  queryFn: async ({ signal }) => (await api.wordLists.list({}, { signal })).items,
})

/** Creates a list. @throws ORPCError `conflict` where its name is taken. */
export async function createWordList(request: WordListBody): Promise<WordListShape> {
  const list = await withRequestId({ request }, (body, id) => api.wordLists.create({ ...body, id }))
  await refreshWords('word-lists')
  return list
}

/** Replaces the name and the words of a list. */
export async function changeWordList(id: string, body: WordListBody): Promise<WordListShape> {
  const list = await api.wordLists.change({ id, ...body })
  await refreshWords('word-lists')
  return list
}

export async function deleteWordList(id: string): Promise<void> {
  await api.wordLists.remove({ id })
  await refreshWords('word-lists')
}

/** Imports a wildcard file of one list, or a YAML file of several. At most 1 MB. @param name Of the list of a text file. */
export async function importWordLists(file: File, name: string | null): Promise<ImportReply> {
  const query = name === null ? '' : `?name=${encodeURIComponent(name)}`
  const reply = await sendWordFile(`/api/word-lists/import${query}`, file)
  await refreshWords('word-lists')
  return reply
}
