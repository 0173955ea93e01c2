import { and, asc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { invitationEnd } from '#domain/account/sign-up-policy.ts'
import type { Querier, SystemDatabase } from '../../db/database.ts'
import { sweepOf } from '../../db/remove-rows.ts'
import { invitations } from '../../db/schema/sign-in.ts'
import { newToken, tokenHashOf } from '../sharing/share-token.ts'

/** An invitation that can still be accepted. */
export type OpenInvitation = { readonly email: string; readonly expiresAt: Date }

const isOpen = and(isNull(invitations.usedAt), gt(invitations.expiresAt, sql`now()`))
const isFor = (email: string) => eq(invitations.email, email.toLowerCase())

/** The page that accepts an invitation. Its token stands behind the #, so that it is in no log and no Referer. */
export const invitationPath = (token: string): string => `/signup#${token}`

/**
 * Invites an email to create an account; replaces an open invitation of the same email. @returns The token of the link, which is
 * stored nowhere else.
 */
export function invite(
  db: SystemDatabase,
  { email, nowMs }: { readonly email: string; readonly nowMs: number },
): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken()
  const expiresAt = new Date(invitationEnd(nowMs))
  return db.transaction(async (tx) => {
    await tx.delete(invitations).where(and(isFor(email), isNull(invitations.usedAt)))
    await tx.insert(invitations).values({ email: email.toLowerCase(), tokenHash: tokenHashOf(token), expiresAt })
    return { token, expiresAt }
  })
}

/** The invitations that can still be accepted, by email. */
export const listInvitations = (db: Querier): Promise<OpenInvitation[]> =>
  db
    .select({ email: invitations.email, expiresAt: invitations.expiresAt })
    .from(invitations)
    .where(isOpen)
    .orderBy(asc(invitations.email))

/** Revokes the open invitation of an email. @returns Whether there was one. */
export async function revokeInvitation(db: Querier, email: string): Promise<boolean> {
  const revoked = await db
    .delete(invitations)
    .where(and(isFor(email), isOpen))
    .returning({ id: invitations.id })
  return revoked.length > 0
}

/** The open invitation with this token; null where it was used or revoked, has expired, or never was. */
export async function findInvitation(db: Querier, token: string): Promise<OpenInvitation | null> {
  const [found] = await db
    .select({ email: invitations.email, expiresAt: invitations.expiresAt })
    .from(invitations)
    .where(and(eq(invitations.tokenHash, tokenHashOf(token)), isOpen))
  return found ?? null
}

/**
 * Uses an invitation up, once, by the email that it is for. @returns A function that restores it where no account was created;
 * null where it can't be accepted.
 */
export async function acceptInvitation(
  db: SystemDatabase,
  { token, email }: { readonly token: string; readonly email: string },
): Promise<{ giveBack(): Promise<void> } | null> {
  const own = eq(invitations.tokenHash, tokenHashOf(token))
  const accepted = await db
    .update(invitations)
    .set({ usedAt: sql`now()` })
    .where(and(own, isFor(email), isOpen))
    .returning({ id: invitations.id })
  if (accepted.length === 0) return null
  return {
    async giveBack() {
      await db.update(invitations).set({ usedAt: null }).where(own)
    },
  }
}

const longAgo = sql`now() - interval '30 days'`

/** Removes invitations 30 days after they were used or have expired. */
export const sweepInvitations = sweepOf({
  table: invitations,
  where: or(lte(invitations.usedAt, longAgo), lte(invitations.expiresAt, longAgo)),
})
