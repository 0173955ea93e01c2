import { and, desc, eq, lt } from 'drizzle-orm'
import type { LedgerEntryShape } from '#contract/money/credits.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import type { UserDatabase } from '../../db/database.ts'
import { creditEntries, creditLots } from '../../db/schema/credits.ts'

const pageSize = 100

/** A user's entries, the newest first. @param cursor From the page before. */
export async function listLedger(
  db: UserDatabase,
  { userId, cursor }: { readonly userId: UserId; readonly cursor: string | undefined },
): AsyncResult<{ items: LedgerEntryShape[]; nextCursor: string | null }> {
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor)
  if (!Number.isSafeInteger(before) || before < 1)
    return failure({ code: 'invalid', data: { issues: [{ path: ['cursor'], message: 'Not a cursor of this list.' }] } })
  const rows = await db
    .select({ entry: creditEntries, source: creditLots.source })
    .from(creditEntries)
    .innerJoin(creditLots, eq(creditLots.id, creditEntries.lotId))
    .where(and(eq(creditEntries.userId, userId), lt(creditEntries.seq, before)))
    .orderBy(desc(creditEntries.seq))
    .limit(pageSize + 1)
  const page = rows.slice(0, pageSize)
  return success({
    items: page.map(({ entry: { id, kind, amount, generationId, imageId, purpose, createdAt }, source }) => ({
      id,
      kind,
      amount,
      source,
      generationId,
      imageId,
      ...(purpose && { purpose }),
      createdAt: createdAt.toISOString(),
    })),
    nextCursor: rows.length > pageSize ? String(page.at(-1)?.entry.seq) : null,
  })
}
