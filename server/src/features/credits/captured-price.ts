import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { SystemDatabase } from '../../db/database.ts'
import { creditEntries } from '../../db/schema/credits.ts'

const holds = alias(creditEntries, 'holds')
const ends = alias(creditEntries, 'ends')

/** Reads what was captured for an image, in hundredths of a credit; 0 for one that was free. */
export async function capturedPrice(db: SystemDatabase, imageId: string): Promise<number> {
  const [row] = await db
    .select({ price: sql<number>`coalesce(-sum(${holds.amount}), 0)::int` })
    .from(holds)
    .innerJoin(ends, eq(ends.closes, holds.id))
    .where(and(eq(holds.kind, 'hold'), eq(holds.imageId, imageId), eq(ends.kind, 'settlement')))
  return row?.price ?? 0
}
