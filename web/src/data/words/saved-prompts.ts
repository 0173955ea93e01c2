import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ImportReply } from '#contract/prompts/name.ts'
import type {
  createSavedPromptBody,
  SavedPromptChange,
  SavedPromptFormat,
  SavedPromptShape,
} from '#contract/prompts/saved-prompt.ts'
import { api } from '../http/client.ts'
import { withRequestId } from '../http/request-ids.ts'
import { sendForm } from '../http/send-form.ts'
import { refreshWords, wordKeys } from './word-keys.ts'

/** The saved prompts that have these words in their name, text or tags, newest first; the first page of 100. */
export const savedPromptsQuery = (words: string) =>
  queryOptions({
    queryKey: [...wordKeys['saved-prompts'], 'first', words],
    queryFn: async ({ signal }) => (await api.savedPrompts.list(asked(words, null), { signal })).items,
    placeholderData: keepPreviousData,
  })

/** The same, page by page. */
export const savedPromptPagesQuery = (words: string) =>
  infiniteQueryOptions({
    queryKey: [...wordKeys['saved-prompts'], 'pages', words],
    queryFn: ({ pageParam, signal }) => api.savedPrompts.list(asked(words, pageParam), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })

const asked = (words: string, cursor: string | null) => ({
  ...(words.trim() !== '' && { q: words.trim() }),
  ...(cursor !== null && { cursor }),
})

type NewSavedPrompt = Omit<z.input<typeof createSavedPromptBody>, 'id'>

/** Saves a prompt under a name that is free. @throws ORPCError `conflict` where the name is taken. */
export async function savePrompt(request: NewSavedPrompt): Promise<SavedPromptShape> {
  const saved = await withRequestId({ request }, (body, id) => api.savedPrompts.create({ ...body, id }))
  await refreshWords('saved-prompts')
  return saved
}

/** Changes the given fields of a saved prompt. */
export async function changeSavedPrompt(id: string, change: SavedPromptChange): Promise<SavedPromptShape> {
  const changed = await api.savedPrompts.change({ id, ...change })
  await refreshWords('saved-prompts')
  return changed
}

export async function deleteSavedPrompt(id: string): Promise<void> {
  await api.savedPrompts.remove({ id })
  await refreshWords('saved-prompts')
}

/** Counts a use; where that fails, the prompt was used all the same. */
export const countUseOfPrompt = (id: string): void =>
  void api.savedPrompts.use({ id }).then(
    () => refreshWords('saved-prompts'),
    () => undefined,
  )

/** Imports a file: JSON, CSV, styles.csv, or text with a prompt in each line. At most 2 MB. */
export async function importSavedPrompts(file: File): Promise<ImportReply> {
  const reply = await sendWordFile('/api/saved-prompts/import', file)
  await refreshWords('saved-prompts')
  return reply
}

/** The address of the saved prompts as a file. */
export const savedPromptsAddress = (format: SavedPromptFormat): string => `/api/saved-prompts/export?format=${format}`

/** Sends a file to be imported; one whose reply was lost is not imported twice. */
export function sendWordFile(address: string, file: File): Promise<ImportReply> {
  const { name, size, lastModified } = file
  return withRequestId({ request: { address, name, size, lastModified } }, (_request, id) => {
    const form = new FormData()
    form.append('file', file)
    return sendForm<ImportReply>(address, form, { headers: { 'idempotency-key': id } })
  })
}
