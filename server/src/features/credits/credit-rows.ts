import { and, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import type { CreditLot, Hold, LanguagePurpose, NewEntry } from '#domain/credits/ledger.ts'
import type { Querier, Transaction } from '../../db/database.ts'
import { creditEntries, creditLots } from '../../db/schema/credits.ts'

/** The generation and image that entries belong to. */
export type EntryPurpose = { readonly generationId: string; readonly imageId: string }
/**
 * The fields that are written with it: the API token on whose request credits are held, the purse that pays, and the call of a language
 * model in place of an image. A hold has an id of its own where it is found by it.
 */
type WrittenPurpose = EntryPurpose & {
  readonly id: string
  readonly tokenId: string | null
  readonly purseId: string | null
  readonly purpose: LanguagePurpose | null
  readonly useId: string | null
}

type LotRow = typeof creditLots.$inferSelect

/** A row in the form of the domain. */
const lotOf = ({ id, source, granted, remaining, expiresAt }: LotRow): CreditLot => ({
  id,
  source,
  granted,
  remaining,
  expiresAt: expiresAt?.getTime() ?? null,
})

/** The lots with a remaining amount, and those of the periods named, empty or not. */
export async function readLots(
  db: Querier,
  userId: UserId,
  periods: readonly string[],
): Promise<(CreditLot & { readonly period: string })[]> {
  const rows = await db
    .select()
    .from(creditLots)
    .where(
      and(eq(creditLots.userId, userId), or(gt(creditLots.remaining, 0), inArray(creditLots.period, [...periods]))),
    )
  return rows.map((row) => ({ ...lotOf(row), period: row.period }))
}

/** Adds entries to the ledger; triggers update the balances. The caller has locked the user's events. */
export async function writeEntries(
  tx: Transaction,
  userId: UserId,
  entries: readonly (NewEntry & Partial<WrittenPurpose>)[],
): Promise<void> {
  if (entries.length === 0) return
  await tx.insert(creditEntries).values(entries.map((entry) => ({ ...entry, userId })))
}

/** A hold that is neither captured nor released. */
export type OpenHold = EntryPurpose & { readonly hold: Hold; readonly lot: CreditLot; readonly purseId: string | null }

/** The open holds of images. An image has one, or several where a lot ended within its share, or none where it is free. */
export async function openHolds(tx: Transaction, imageIds: readonly string[]): Promise<OpenHold[]> {
  const rows = await tx
    .select({ entry: creditEntries, lot: creditLots })
    .from(creditEntries)
    .innerJoin(creditLots, eq(creditLots.id, creditEntries.lotId))
    .where(
      and(
        inArray(creditEntries.imageId, [...imageIds]),
        eq(creditEntries.kind, 'hold'),
        sql`not exists (select 1 from credit_entries ends where ends.closes = ${creditEntries.id})`,
      ),
    )
    .orderBy(creditEntries.seq)
  return rows.map(({ entry: { id, lotId, amount, generationId, imageId, purseId }, lot }) => ({
    hold: { id, lotId, amount },
    lot: lotOf(lot),
    generationId: generationId ?? '',
    imageId: imageId ?? '',
    purseId,
  }))
}

/** A hold of a call of a language model. */
type CallHold = {
  readonly hold: Hold
  readonly lot: CreditLot
  readonly purpose: LanguagePurpose | null
  readonly useId: string | null
}

/** The holds of a call, by their ids. */
export async function holdsOfCall(tx: Transaction, holdIds: readonly string[]): Promise<CallHold[]> {
  const rows = await tx
    .select({ entry: creditEntries, lot: creditLots })
    .from(creditEntries)
    .innerJoin(creditLots, eq(creditLots.id, creditEntries.lotId))
    .where(inArray(creditEntries.id, [...holdIds]))
    .orderBy(creditEntries.seq)
  return rows.map(({ entry: { id, lotId, amount, purpose, useId }, lot }) => ({
    hold: { id, lotId, amount },
    lot: lotOf(lot),
    purpose,
    useId,
  }))
}

/** The amount held for images and calls in progress, in hundredths of a credit. */
export async function heldAmount(db: Querier, userId: UserId): Promise<number> {
  const [row] = await db
    .select({ held: sql<string>`coalesce(sum(${creditLots.held}), 0)` })
    .from(creditLots)
    .where(and(eq(creditLots.userId, userId), gt(creditLots.held, 0)))
  return Number(row?.held ?? 0)
}
