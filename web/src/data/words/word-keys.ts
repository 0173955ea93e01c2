import type { QueryKey } from '@tanstack/react-query'
import type { EventData } from '#contract/events.ts'
import { queryClient } from '../http/query-client.ts'

export type WordKind = EventData<'words-changed'>['kind'] | 'descriptions'

/** The keys of the queries of each kind: events invalidate them on pages that have not loaded the rest of it. */
export const wordKeys: Readonly<Record<WordKind, QueryKey>> = {
  'saved-prompts': ['saved-prompts'],
  'word-lists': ['word-lists'],
  references: ['references'],
  descriptions: ['descriptions'],
}

/** Reads what is shown of a kind again. */
export const refreshWords = (kind: WordKind): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: wordKeys[kind] })
