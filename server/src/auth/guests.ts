import { randomBytes, randomUUID } from 'node:crypto'
import type { BetterAuthPlugin } from 'better-auth'
import {
  APIError,
  createAuthEndpoint,
  createAuthMiddleware,
  createEmailVerificationToken,
  getSessionFromCtx,
} from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { signUpBody } from '#contract/account/accounts.ts'
import { guestEmail, guestsPerDay } from '#domain/account/guest.ts'
import { asUserId, type UserId } from '#domain/account/user-id.ts'
import type { SystemDatabase } from '../db/database.ts'
import { isTaken } from '../db/database-error.ts'
import { accounts, sessions, users } from '../db/schema/accounts.ts'
import { countAttempt, takeBackAttempt } from './count-attempt.ts'

const guestName = 'Guest'
const dayMs = 86_400_000

export type GuestSettings = {
  /** The way in which an account that a guest signs up for is confirmed; null where it is not. */
  readonly confirmation: { readonly linkSeconds: number; send(email: string, token: string): void } | null
  /** Called when a guest has become an account. */
  onKept(userId: UserId): Promise<void>
}

type NewAccount = {
  readonly userId: UserId
  readonly sessionId: string
  readonly email: string
  readonly firstName: string
  readonly passwordHash: string
  /** `unconfirmed`: the account stays a guest until the link of an email is followed. */
  readonly state: 'confirmed' | 'unconfirmed'
}

/**
 * Gives a guest's own row the email and the password of an account, and ends its other sessions. Nothing is copied: everything
 * that the guest has made stays where it is.
 * @returns `gone`: it is no guest any more, or was deleted.
 */
async function keepGuest(db: SystemDatabase, account: NewAccount): Promise<'kept' | 'taken' | 'gone'> {
  const { userId, sessionId, firstName, passwordHash: password, state } = account
  try {
    return await db.transaction(async (tx) => {
      const kept = await tx
        .update(users)
        .set({
          email: account.email.toLowerCase(),
          emailVerified: false,
          name: firstName,
          firstName,
          isGuest: state === 'unconfirmed',
          updatedAt: sql`now()`,
        })
        .where(and(eq(users.id, userId), eq(users.isGuest, true), isNull(users.deletedAt)))
        .returning({ id: users.id })
      if (kept.length === 0) return 'gone'
      await tx
        .insert(accounts)
        .values({ userId, accountId: userId, providerId: 'credential', password })
        // An email that was never confirmed, perhaps mistyped, is replaced by signing up again.
        .onConflictDoUpdate({ target: [accounts.providerId, accounts.accountId], set: { password } })
      await tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId)))
      await tx.update(sessions).set({ provenAt: sql`now()` }).where(eq(sessions.id, sessionId))
      return 'kept'
    })
  } catch (error) {
    if (!isTaken(error)) throw error
    return 'taken'
  }
}

/**
 * Guests for better-auth: `POST /sign-in/guest` creates one, and signing up with a guest's session keeps the guest instead of
 * creating another user. Its own `anonymous` plugin creates a second user at sign-up and deletes the first
 * (docs/decisions/0058-guests.md).
 */
export function guestPlugin(db: SystemDatabase, { confirmation, onKept }: GuestSettings) {
  return {
    id: 'guests',
    endpoints: {
      signInGuest: createAuthEndpoint('/sign-in/guest', { method: 'POST' }, async (ctx) => {
        const user = await ctx.context.internalAdapter.createUser(
          {
            email: guestEmail(randomBytes(6).toString('hex')),
            name: guestName,
            firstName: guestName,
            emailVerified: false,
            isGuest: true,
          },
          { method: 'guest' },
        )
        const session = await ctx.context.internalAdapter.createSession(user.id)
        await setSessionCookie(ctx, { session, user })
        return ctx.json({ user: { id: user.id, isGuest: true } })
      }),
    },
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/sign-up/email',
          handler: createAuthMiddleware(async (ctx) => {
            const found = await getSessionFromCtx<{ isGuest?: boolean }>(ctx, { disableRefresh: true })
            if (!found?.user.isGuest) return
            const { email, firstName, password } = signUpBody.parse(ctx.body)
            const userId = asUserId(found.user.id)
            const outcome = await keepGuest(db, {
              userId,
              sessionId: found.session.id,
              email,
              firstName,
              passwordHash: await ctx.context.password.hash(password),
              state: confirmation ? 'unconfirmed' : 'confirmed',
            })
            if (outcome === 'gone')
              throw new APIError('UNPROCESSABLE_ENTITY', { message: 'You are no guest any more.' })
            if (confirmation) {
              // The same reply for an email that is taken: it must not show who has an account.
              if (outcome === 'kept')
                confirmation.send(
                  email,
                  await createEmailVerificationToken(ctx.context.secret, email, undefined, confirmation.linkSeconds),
                )
              return ctx.json({ token: null, user: { id: randomUUID(), email, isGuest: true } })
            }
            if (outcome === 'taken')
              throw new APIError('UNPROCESSABLE_ENTITY', {
                code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
                message: 'User already exists. Use another email.',
              })
            await onKept(userId)
            return ctx.json({ token: null, user: { id: userId, email, isGuest: false } })
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin
}

/** Limits the guests that one network creates in a day, over all processes. */
export type GuestLimit = {
  /** Counts one more; false where the network has had its share. */
  claim(network: string): Promise<boolean>
  /** Takes one back that was not created. */
  giveBack(network: string): Promise<void>
}

export function createGuestLimit(db: SystemDatabase): GuestLimit {
  const keyOf = (network: string) => `guests:${network}`
  return {
    claim: async (network) => (await countAttempt(db, keyOf(network), dayMs)) <= guestsPerDay,
    giveBack: (network) => takeBackAttempt(db, keyOf(network)),
  }
}
