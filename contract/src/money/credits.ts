import { z } from 'zod'
import { creditSources, entryKinds, languagePurposes } from '#domain/credits/ledger.ts'
import { planNames } from '#domain/credits/plan.ts'
import { time } from '../text.ts'

/** Hundredths of a credit, positive or negative. */
const amount = z.int()

/** The available credits of a user, and those held for images that are queued or running. */
export const creditsShape = z.strictObject({
  /** Available now; held credits are not included. */
  available: amount,
  held: amount,
  /** The available credits by source, in the order in which they are spent. */
  sources: z.array(z.strictObject({ kind: z.enum(creditSources), available: amount, expiresAt: time.nullable() })),
  plan: z.enum(planNames),
  /** Of today's free grant, or of the month's on a plan. */
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
  /** The purpose of a call of the server's language model; left out: an image, or no hold. */
  purpose: z.enum(languagePurposes).exactOptional(),
  createdAt: time,
})
export type LedgerEntryShape = z.infer<typeof ledgerEntryShape>

/** The cost of images, prompts and descriptions, grouped by day, model, project or token. */
export const usageShape = z.strictObject({
  by: z.enum(['day', 'model', 'project', 'token']),
  items: z.array(
    z.strictObject({
      /**
       * The day (2026-11-21, UTC), the model's display name, or the id of the project or the API token; empty: you. `language-model`:
       * prompts and descriptions, which are of no project.
       */
      key: z.string(),
      /** The name for people; null for the title of a permanently deleted project. */
      label: z.string().nullable(),
      /** The number of paid images. */
      images: z.int(),
      /** The number of paid prompts and descriptions of the server's language model; left out: none. */
      calls: z.int().exactOptional(),
      /** The total cost of both. */
      spent: amount,
    }),
  ),
})
export type UsageShape = z.infer<typeof usageShape>
