import { and, eq, gt, sql } from 'drizzle-orm'
import { circuitPauseMs, outagesToOpen } from '#domain/generation/circuit.ts'
import type { ProviderName } from '#domain/models/providers.ts'
import type { Querier, SystemDatabase } from '../db/database.ts'
import { operatorKey, providerCircuits, providerPauses } from '../db/schema/provider-lanes.ts'

/** A provider with the owner of a key; a null owner stands for the operator's key. */
type Lane = { readonly provider: ProviderName; readonly keyOwner: string | null }

/** The provider asked for a pause of so many milliseconds, for one key: no process calls it with that key before. */
export async function pauseProvider(db: SystemDatabase, { provider, keyOwner }: Lane, pauseMs: number): Promise<void> {
  const until = sql`now() + ${pauseMs} * interval '1 millisecond'`
  await db
    .insert(providerPauses)
    .values({ provider, keyOwner: keyOwner ?? operatorKey, until })
    .onConflictDoUpdate({
      target: [providerPauses.provider, providerPauses.keyOwner],
      set: { until: sql`greatest(${providerPauses.until}, excluded.until)` },
    })
}

const isLane = ({ provider, keyOwner }: Lane) =>
  and(eq(providerCircuits.provider, provider), eq(providerCircuits.keyOwner, keyOwner ?? operatorKey))

/** Counts an outage: the provider was unreachable with this key. After some in a row no process calls it for a while. */
export async function noteOutage(db: SystemDatabase, lane: Lane): Promise<void> {
  const { provider, keyOwner } = lane
  await db.transaction(async (tx) => {
    const [row] = await tx
      .insert(providerCircuits)
      .values({ provider, keyOwner: keyOwner ?? operatorKey, failures: 1, retryAt: sql`now()` })
      .onConflictDoUpdate({
        target: [providerCircuits.provider, providerCircuits.keyOwner],
        set: { failures: sql`${providerCircuits.failures} + 1` },
      })
      .returning({ failures: providerCircuits.failures })
    const pauseMs = circuitPauseMs(row?.failures ?? 0)
    if (pauseMs > 0)
      await tx
        .update(providerCircuits)
        .set({ retryAt: sql`now() + ${pauseMs} * interval '1 millisecond'` })
        .where(isLane(lane))
  })
}

/** Ends the count of outages: the provider answered a call with this key. */
export async function noteAnswer(db: SystemDatabase, lane: Lane): Promise<void> {
  await db
    .update(providerCircuits)
    .set({ failures: 0, retryAt: sql`now()` })
    .where(and(isLane(lane), gt(providerCircuits.failures, 0)))
}

/** The providers that are not called at the moment because they were unreachable, with the keys for which that holds. */
export async function unreachableLanes(db: Querier): Promise<readonly { provider: ProviderName; keyOwner: string }[]> {
  return db
    .select({ provider: providerCircuits.provider, keyOwner: providerCircuits.keyOwner })
    .from(providerCircuits)
    .where(sql`${providerCircuits.failures} >= ${outagesToOpen}`)
}
