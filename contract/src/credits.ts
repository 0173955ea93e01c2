import { z } from 'zod'
import { creditSources, entryKinds } from '#domain/credits/ledger.ts'
import { planNames } from '#domain/credits/plan.ts'
import { time } from './text.ts'

/** Hundredths of a credit, of either sign. */
const amount = z.int()

/** A user's spendable credits, and those held for images that are queued or running. */
export const creditsShape = z.strictObject({
  /** Can be spent now; what is held is not in it. */
  available: amount,
  held: amount,
  /** What can be spent by where it comes from, in the order of spending. */
  sources: z.array(z.strictObject({ kind: z.enum(creditSources), available: amount, expiresAt: time.nullable() })),
  plan: z.enum(planNames),
  /** Of today's free units, or of the month's on a plan. */
  usedPercent: z.int().min(0).max(100),
})
export type CreditsShape = z.infer<typeof creditsShape>

/** One line of the ledger; the sum of all amounts is `available`. */
export const ledgerEntryShape = z.strictObject({
  id: z.uuid(),
  kind: z.enum(entryKinds),
  amount,
  source: z.enum(creditSources),
  generationId: z.uuid().nullable(),
  imageId: z.uuid().nullable(),
  createdAt: time,
})
export type LedgerEntryShape = z.infer<typeof ledgerEntryShape>

/** What pictures have cost, by one of three things. */
export const usageShape = z.strictObject({
  by: z.enum(['day', 'model', 'project']),
  items: z.array(
    z.strictObject({
      /** The day (2026-11-21, UTC), the model's display name, or the project's id. */
      key: z.string(),
      /** As people read it; the title of a project that is gone for good is null. */
      label: z.string().nullable(),
      /** Images that were paid for, and what they cost together. */
      images: z.int(),
      spent: amount,
    }),
  ),
})
export type UsageShape = z.infer<typeof usageShape>
