import { and, asc, eq, gt } from 'drizzle-orm'
import type { HistoryShape } from '#contract/board/history.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { selectDeletedGenerations } from '#server/cards/generation-rows.ts'
import type { HidingDeps } from '#server/cards/hide-models.ts'
import { cardHistory } from '#server/db/schema/card-history.ts'
import { generations } from '#server/db/schema/generations.ts'

/** Entries of a page: about a megabyte. */
const pageSize = 10_000

type HistoryPage = { readonly userId: UserId; readonly projectId: string; readonly cursor: string | undefined }

/** The history of a project's cards, oldest first; the cards that are deleted now come with the first page. */
export async function readCardHistory(
  deps: HidingDeps,
  { userId, projectId, cursor }: HistoryPage,
): Promise<HistoryShape> {
  const rows = await deps.db
    .select()
    .from(cardHistory)
    .where(
      and(
        eq(cardHistory.projectId, projectId),
        eq(cardHistory.userId, userId),
        gt(cardHistory.seq, Number(cursor ?? 0)),
      ),
    )
    .orderBy(asc(cardHistory.seq))
    .limit(pageSize)
  const ofProject = eq(generations.projectId, projectId)
  return {
    items: rows.map(({ at, kind, generationId, x, y }) => [at.getTime(), kind, generationId, x, y]),
    nextCursor: rows.length === pageSize ? String(rows.at(-1)?.seq ?? 0) : null,
    deleted: cursor === undefined ? await selectDeletedGenerations(deps, userId, ofProject) : [],
  }
}
