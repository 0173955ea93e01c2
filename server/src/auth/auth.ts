import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { asUserId, type UserId } from '#domain/account/user-id.ts'
import type { SystemDatabase } from '../db/database.ts'
import { accounts, rateLimits, sessions, users, verifications } from '../db/schema/accounts.ts'
import type { Log } from '../operations/log.ts'
import { guestPlugin } from './guests.ts'
import type { LimitedMail } from './limited-mail.ts'
import { cookiePrefix } from './session-cookie.ts'

/** Set by the server itself from the socket (or a trusted proxy) on every request; a value that a client sends is removed. */
export const addressHeader = 'x-espalier-address'

export type AuthSettings = {
  readonly secret: string
  /** Tries to sign in, and to sign up, that one address has in ten seconds. */
  readonly attempts: number
  readonly publicUrl: string | undefined
  /** Null without a mail server: only the operator can reset a forgotten password then. */
  readonly mail: LimitedMail | null
  /** `needed`: signing in is refused before the email is confirmed. */
  readonly confirmation: 'needed' | 'not-needed'
  /** Called when the link of an email has led to a new password. */
  onReset(user: { readonly id: string; readonly email: string }): Promise<void>
  /** Called when a guest has become an account; may be called for other accounts whose email was confirmed. */
  onKept(userId: UserId): Promise<void>
}

/** The window in which tries are counted. */
const attemptsWindowSeconds = 10
const shortestPassword = 6
const longestPassword = 128
/** The life of an unused session, and the age after which reading it extends it. */
const sessionSeconds = 30 * 86_400
const lengthenAfterSeconds = 86_400
/** Whether `get-session` would extend the session, with a new cookie. */
export const isToBeLengthened = (expiresAt: Date, nowMs: number) =>
  expiresAt.getTime() - (sessionSeconds - lengthenAfterSeconds) * 1_000 <= nowMs
/** The addresses that take a password: a session of any other, as of an email's link, has to enter it for lasting access. */
const passwordPaths: ReadonlySet<string> = new Set(['/sign-in/email', '/sign-up/email'])
/** The time for which a link in an email is valid. */
const linkSeconds = 3_600

/** Accounts and sessions by better-auth, in our own tables. */
export function createAuth(db: SystemDatabase, settings: AuthSettings, log: Log) {
  const { mail } = settings
  const isConfirmationNeeded = mail !== null && settings.confirmation === 'needed'
  const isByTls = settings.publicUrl?.startsWith('https:') ?? false
  const limit = { window: attemptsWindowSeconds, max: settings.attempts }
  return betterAuth({
    appName: 'Espalier',
    secret: settings.secret,
    ...(settings.publicUrl ? { baseURL: settings.publicUrl } : {}),
    basePath: '/api/auth',
    // The server has compared Origin with its own address before a request arrives here.
    trustedOrigins: (request) => {
      const origin = request?.headers.get('origin')
      return origin ? [origin] : []
    },
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: accounts, verification: verifications, rateLimit: rateLimits },
    }),
    user: {
      additionalFields: {
        firstName: { type: 'string', required: true, input: true },
        isGuest: { type: 'boolean', required: false, defaultValue: false, input: false },
      },
    },
    // Confirming the email is the end of being a guest, in the same statement.
    databaseHooks: {
      session: {
        create: {
          before: async (session, context) =>
            passwordPaths.has(context?.path ?? '') ? { data: { ...session, provenAt: new Date() } } : undefined,
        },
      },
      user: {
        update: { before: async ({ emailVerified }) => (emailVerified ? { data: { isGuest: false } } : undefined) },
      },
    },
    plugins: [
      guestPlugin(db, {
        confirmation: isConfirmationNeeded
          ? { linkSeconds, send: (email, token) => mail.sendConfirmation(email, token) }
          : null,
        onKept: settings.onKept,
      }),
    ],
    emailAndPassword: {
      enabled: true,
      minPasswordLength: shortestPassword,
      maxPasswordLength: longestPassword,
      autoSignIn: true,
      requireEmailVerification: isConfirmationNeeded,
      resetPasswordTokenExpiresIn: linkSeconds,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: ({ user }) => settings.onReset(user),
      ...(mail && {
        sendResetPassword: async ({ user, token }) => mail.sendReset(user, token),
      }),
    },
    ...(isConfirmationNeeded && {
      emailVerification: {
        sendOnSignUp: true,
        // A new confirmation email is requested by signing in.
        sendOnSignIn: true,
        autoSignInAfterVerification: true,
        expiresIn: linkSeconds,
        afterEmailVerification: async ({ id }) => settings.onKept(asUserId(id)),
        sendVerificationEmail: async ({ user, token }) => mail.sendConfirmation(user.email, token),
      },
    }),
    session: {
      expiresIn: sessionSeconds,
      updateAge: lengthenAfterSeconds,
      additionalFields: { provenAt: { type: 'date', required: false, input: false, returned: false } },
    },
    rateLimit: {
      enabled: true,
      storage: 'database',
      // Only attempts are counted: reading the session happens with every page.
      customRules: {
        '/sign-in/email': limit,
        '/sign-up/email': limit,
        '/sign-in/guest': limit,
        '/request-password-reset': limit,
        '/reset-password': limit,
        '/verify-email': limit,
        '/send-verification-email': limit,
        '/get-session': false,
        '/sign-out': false,
      },
    },
    advanced: {
      database: { generateId: 'uuid' },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      useSecureCookies: false,
      cookiePrefix: cookiePrefix(settings),
      ...(isByTls && { defaultCookieAttributes: { secure: true } }),
    },
    // Without this better-auth prints errors itself, with the values of the query: a session's token, a password's hash.
    onAPIError: { throw: true },
    telemetry: { enabled: false },
    logger: { log: (level, message) => log[level === 'error' ? 'error' : 'debug']({ from: 'auth' }, message) },
  })
}

export type Auth = ReturnType<typeof createAuth>
