import { and, asc, eq, gt } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { formatPrice } from '#domain/format.ts'
import { readHiddenCards } from '#server/cards/hidden-cards.ts'
import type { UserDatabase } from '../../db/database.ts'
import { creditEntries, creditLots } from '../../db/schema/credits.ts'
import { generations } from '../../db/schema/generations.ts'
import type { ModelRegistry } from '../../providers/registry.ts'

const pageSize = 1_000
const head = 'time,kind,credits,source,model,project,generation,image,purpose\r\n'

/**
 * A user's ledger as CSV (RFC 4180), the oldest entry first, in chunks of some hundred lines. No field contains text that a
 * person typed, so none can be a formula. A model that a race hides is left empty.
 */
export async function* ledgerLines(
  { db, registry }: { readonly db: UserDatabase; readonly registry: ModelRegistry },
  userId: UserId,
): AsyncGenerator<string, void, undefined> {
  yield head
  const hidden = await readHiddenCards(db, { userId, projectId: null })
  const modelOf = (model: string | null, generationId: string | null) =>
    model === null || hidden.has(generationId ?? '') ? '' : (registry.find(model)?.value ?? model)
  for (let after = 0; ; ) {
    const rows = await db
      .select({
        entry: creditEntries,
        source: creditLots.source,
        model: generations.model,
        projectId: generations.projectId,
      })
      .from(creditEntries)
      .innerJoin(creditLots, eq(creditLots.id, creditEntries.lotId))
      .leftJoin(generations, eq(generations.id, creditEntries.generationId))
      .where(and(eq(creditEntries.userId, userId), gt(creditEntries.seq, after)))
      .orderBy(asc(creditEntries.seq))
      .limit(pageSize)
    if (rows.length > 0)
      yield rows
        .map(({ entry, source, model, projectId }) =>
          [
            entry.createdAt.toISOString(),
            entry.kind,
            formatPrice(entry.amount),
            source,
            modelOf(model, entry.generationId),
            projectId ?? '',
            entry.generationId ?? '',
            entry.imageId ?? '',
            entry.purpose ?? '',
          ].join(','),
        )
        .join('\r\n')
        .concat('\r\n')
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = last.entry.seq
  }
}
