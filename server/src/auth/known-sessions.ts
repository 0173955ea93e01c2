import type { Auth } from './auth.ts'
import { createKeptAnswers, type KeptAnswers } from './kept-answers.ts'
import { readCookie } from './session-cookie.ts'

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
}

/**
 * @param cookieName The one cookie that carries a session.
 * @param look Asks the database; given this cookie alone, so that no other parser can read another value.
 * @param seconds How long an answer may be used again; 0: questions that come at once share an answer, nothing more.
 * @param now Milliseconds since 1970.
 */
export function createKnownSessions(deps: {
  readonly cookieName: string
  readonly look: (cookie: string) => Promise<OpenSession | null>
  readonly seconds: number
  readonly now: () => number
}): KnownSessions {
  const answers = createKeptAnswers<OpenSession>({
    ...deps,
    about: ({ user, session }) => ({ userId: user.id, endsMs: session.expiresAt.getTime() }),
  })
  return {
    ...answers,
    isBroughtBy: (cookie) => readCookie(cookie, deps.cookieName) !== null,
    async find(cookie) {
      const value = readCookie(cookie, deps.cookieName)
      return value === null ? null : answers.find(`${deps.cookieName}=${value}`)
    },
  }
}
