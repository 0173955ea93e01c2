import type { GenerationShape } from '#contract/generation.ts'
import type { HistoryEntry } from '#domain/history/replay.ts'
import { api } from './client.ts'

/** The history of a canvas, oldest first, and the cards that are deleted now. */
export type Past = { readonly entries: readonly HistoryEntry[]; readonly deleted: readonly GenerationShape[] }

/** Reads the whole history of a project, page by page. */
export async function readPast(projectId: string): Promise<Past> {
  const entries: HistoryEntry[] = []
  let deleted: readonly GenerationShape[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Awaited<ReturnType<typeof api.projects.history>> = await api.projects.history({
      id: projectId,
      ...(cursor !== '' && { cursor }),
    })
    if (cursor === '') deleted = page.deleted
    entries.push(...page.items.map(([at, kind, cardId, x, y]) => ({ at, kind, cardId, x, y })))
    cursor = page.nextCursor
  }
  return { entries, deleted }
}
