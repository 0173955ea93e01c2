import type { Auth } from './auth.ts'
import { createKeptAnswers, type KeptAnswers } from './kept-answers.ts'
import {
  type Instance,
  oldSessionCookieName,
  readCookie,
  renamedSessionCookie,
  sessionCookieName,
} from './session-cookie.ts'

/** Carries the id of a user whose sessions, tokens or row have changed; triggers notify it (migrations 0014 and 0036). */
export const sessionChannel = 'espalier_sessions'

/** An open session with its user. */
export type OpenSession = NonNullable<Awaited<ReturnType<Auth['api']['getSession']>>>

/** A cache of sessions for a few seconds, invalidated when a session ends or its user changes. */
export type KnownSessions = Omit<KeptAnswers<OpenSession>, 'find'> & {
  /** The open session of a request's `cookie` header; null where there is none. */
  find(cookie: string | undefined): Promise<OpenSession | null>
  /** Whether a request brings the cookie of a session, open or not. */
  isBroughtBy(cookie: string | undefined): boolean
  /** The header that renames the cookie of an open session which comes under its old name; null for any other request. */
  renamed(cookie: string | undefined, open: OpenSession): string | null
}

/**
 * @param instance Names the one cookie that carries a session.
 * @param look Asks the database; given this cookie alone, so that no other parser can read another value.
 * @param seconds How long an answer may be used again; 0: questions that come at once share an answer, nothing more.
 * @param now Milliseconds since 1970.
 */
export function createKnownSessions(deps: {
  readonly instance: Instance
  readonly look: (cookie: string) => Promise<OpenSession | null>
  readonly seconds: number
  readonly now: () => number
}): KnownSessions {
  const answers = createKeptAnswers<OpenSession>({
    ...deps,
    about: ({ user, session }) => ({ userId: user.id, endsMs: session.expiresAt.getTime() }),
  })
  const { instance, now } = deps
  const name = sessionCookieName(instance)
  const oldName = oldSessionCookieName(instance)
  const broughtBy = (cookie: string | undefined) => readCookie(cookie, name) ?? readCookie(cookie, oldName)
  return {
    ...answers,
    isBroughtBy: (cookie) => broughtBy(cookie) !== null,
    async find(cookie) {
      const value = broughtBy(cookie)
      return value === null ? null : answers.find(`${name}=${value}`)
    },
    renamed(cookie, { session }) {
      const value = readCookie(cookie, name) === null ? readCookie(cookie, oldName) : null
      const seconds = Math.floor((session.expiresAt.getTime() - now()) / 1_000)
      return value === null ? null : renamedSessionCookie(instance, { value, seconds })
    },
  }
}
