import { and, eq, gt, sql } from 'drizzle-orm'
import { circuitPauseMs, outagesThatOpen } from '#domain/generation/circuit.ts'
import type { ProviderName } from '#domain/models/model.ts'
import type { Database, Querier } from '../db/database.ts'
import { operatorKey, providerCircuits, providerPauses } from '../db/schema/provider-lanes.ts'

/** The provider asked for a pause of so many milliseconds, for one key: no process calls it with that key before. */
export async function pauseProvider(
  db: Database,
  { provider, keyOwner }: { provider: ProviderName; keyOwner: string | null },
  pauseMs: number,
): Promise<void> {
  const until = sql`now() + ${pauseMs} * interval '1 millisecond'`
  await db
    .insert(providerPauses)
    .values({ provider, keyOwner: keyOwner ?? operatorKey, until })
    .onConflictDoUpdate({
      target: [providerPauses.provider, providerPauses.keyOwner],
      set: { until: sql`greatest(${providerPauses.until}, excluded.until)` },
    })
}

/** The provider did not answer. After some such calls in a row nobody calls it for a while. */
export async function noteOutage(db: Database, provider: ProviderName): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx
      .insert(providerCircuits)
      .values({ provider, failures: 1, retryAt: sql`now()` })
      .onConflictDoUpdate({
        target: providerCircuits.provider,
        set: { failures: sql`${providerCircuits.failures} + 1` },
      })
      .returning({ failures: providerCircuits.failures })
    const pauseMs = circuitPauseMs(row?.failures ?? 0)
    if (pauseMs > 0)
      await tx
        .update(providerCircuits)
        .set({ retryAt: sql`now() + ${pauseMs} * interval '1 millisecond'` })
        .where(eq(providerCircuits.provider, provider))
  })
}

/** The provider answered: whatever was wrong with it has passed. */
export async function noteAnswer(db: Database, provider: ProviderName): Promise<void> {
  await db
    .update(providerCircuits)
    .set({ failures: 0, retryAt: sql`now()` })
    .where(and(eq(providerCircuits.provider, provider), gt(providerCircuits.failures, 0)))
}

/** The providers that are left alone at the moment, because they did not answer. */
export async function providersDown(db: Querier): Promise<ReadonlySet<ProviderName>> {
  const rows = await db
    .select({ provider: providerCircuits.provider })
    .from(providerCircuits)
    .where(sql`${providerCircuits.failures} >= ${outagesThatOpen}`)
  return new Set(rows.map(({ provider }) => provider))
}
