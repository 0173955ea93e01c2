import { asUserId, type UserId } from '#domain/account/user-id.ts'
import { createAuth } from '#server/auth/auth.ts'
import { createGuestLimit } from '#server/auth/guests.ts'
import { createKnownSessions } from '#server/auth/known-sessions.ts'
import { createKnownTokens } from '#server/auth/known-tokens.ts'
import { createLimitedMail } from '#server/auth/limited-mail.ts'
import { createPasswords } from '#server/auth/passwords.ts'
import { createSignInGuard, forgetSignInFailures } from '#server/auth/sign-in-guard.ts'
import type { SystemDatabase } from '#server/db/database.ts'
import type { Env } from '#server/env.ts'
import { noteActivity } from '#server/features/account/activity.ts'
import { proveEmail } from '#server/features/account/prove-email.ts'
import { endResetLinks } from '#server/features/account/sessions.ts'
import { endAllTokens } from '#server/features/api-tokens/api-tokens.ts'
import { nameKeptGuest } from '#server/features/profile/name-kept-guest.ts'
import type { AuthDeps } from '#server/http/app-context.ts'
import { createAuthMail } from '#server/mail/auth-mail.ts'
import { noMailer } from '#server/mail/no-mailer.ts'
import { createSmtpMailer } from '#server/mail/smtp-mailer.ts'
import type { Log } from '#server/operations/log.ts'

/** Accounts, sessions and the emails that belong to them, by the settings. */
export function openAccounts(
  db: SystemDatabase,
  { env, secret, log }: { env: Env; secret: string; log: Log },
): Omit<AuthDeps, 'fetchDocument'> {
  const { SMTP_URL: url, MAIL_FROM: from } = env
  const attempts = env.SERVER_LIMITS['sign-in-attempts']
  const mailer = url && from ? createSmtpMailer({ url, from }) : noMailer
  const authSettings = {
    secret,
    attempts,
    publicUrl: env.PUBLIC_URL,
    mail:
      mailer.canSend && env.PUBLIC_URL
        ? createLimitedMail({ db, log, mail: createAuthMail(mailer, env.PUBLIC_URL, log) })
        : null,
    confirmation: env.EMAIL_CONFIRMATION,
    onKept: (userId: UserId) => nameKeptGuest(db, userId),
    async onReset({ email, ...user }: { readonly id: string; readonly email: string }) {
      const userId = asUserId(user.id)
      await forgetSignInFailures(db, email)
      await db.transaction(async (tx) => {
        await endResetLinks(tx, userId)
        await endAllTokens(tx, userId)
        await proveEmail(tx, userId, email)
      })
      await noteActivity(db, { userId, kind: 'password-reset', origin: null })
    },
  }
  const auth = createAuth(db, authSettings, log)
  return {
    auth,
    sessions: createKnownSessions({
      instance: authSettings,
      // A session is extended by `get-session` alone, which extends the browser's cookie as well.
      look: (cookie) => auth.api.getSession({ headers: new Headers({ cookie }), query: { disableRefresh: true } }),
      seconds: env.SESSION_CACHE_SECONDS,
      now: Date.now,
    }),
    tokens: createKnownTokens({ db, log, seconds: env.SESSION_CACHE_SECONDS, now: Date.now }),
    passwords: createPasswords(db, { attempts }),
    signInGuard: createSignInGuard(db, { free: attempts }),
    mailer,
    emailConfirmation: env.EMAIL_CONFIRMATION,
    signUpPolicy: env.SIGN_UP,
    guests: env.GUESTS === 'on' ? createGuestLimit(db) : 'off',
  }
}
