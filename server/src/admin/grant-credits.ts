import { randomUUID } from 'node:crypto'
import { grant } from '#server/features/credits/accrue-grants.ts'
import { appendEvents, lockEvents } from '../events/append-events.ts'
import { creditsChanged } from '../features/credits/credits-changed.ts'
import { type AdminContext, type AdminResult, Misuse } from './admin-context.ts'
import { findAccount } from './find-account.ts'

/** How long bought credits are valid: the specification, section 9. */
const validDays = 90
const dayMs = 86_400_000
/** In credits; a balance is kept in 32 bits of hundredths. */
const mostCredits = 10_000_000

/**
 * Grants an account extra credits, which expire after 90 days. Each call grants once more. @param credits Up to two digits after
 * the point.
 */
export async function grantCredits({ db }: AdminContext, email: string, credits: string): Promise<AdminResult> {
  const amount = Math.round(Number(credits) * 100)
  if (!/^\d+(\.\d{1,2})?$/.test(credits) || amount < 1 || amount > mostCredits * 100)
    throw new Misuse(`${credits} is no number of credits. Write it like 100 or 2.50, at most ${mostCredits}.`)
  const userId = await findAccount(db, email)
  const expiresAt = Date.now() + validDays * dayMs
  await db.transaction(async (tx) => {
    await lockEvents(tx, userId)
    await grant(tx, userId, { source: 'bought', period: `granted ${randomUUID()}`, amount, expiresAt })
    await appendEvents(tx, userId, [await creditsChanged(tx, userId)])
  })
  const until = new Date(expiresAt).toISOString().slice(0, 10)
  return { lines: [`${email} has ${(amount / 100).toFixed(2)} credits more, until ${until}.`], outcome: 'done' }
}
