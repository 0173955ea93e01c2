import type { UserId } from '#domain/account/user-id.ts'
import type { Auth } from './auth.ts'
import { readCookie } from './session-cookie.ts'

/** Carries the id of a user whose sessions, or whose row, have changed; triggers notify it (migration 0014). */
export const sessionChannel = 'espalier_sessions'

/** An open session with its user. */
export type OpenSession = NonNullable<Awaited<ReturnType<Auth['api']['getSession']>>>

/** A cache of sessions for a few seconds, invalidated when a session ends or its user changes. */
export type KnownSessions = {
  /** The open session of a request's `cookie` header; null where there is none. */
  find(cookie: string | undefined): Promise<OpenSession | null>
  /** Drops what was looked up before: the user or their sessions have changed. */
  forget(userId: UserId): void
  /** Whether this process receives the notifications of other processes. Nothing is kept while it does not. */
  setInvalidation(state: 'connected' | 'lost'): void
}

/** Our cookies have about 120 characters. A longer one is not kept. */
const longestKept = 400
const mostKept = 20_000

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
  const kept = new Map<string, { readonly session: OpenSession; readonly untilMs: number }>()
  let underWay = new Map<string, Promise<OpenSession | null>>()
  let isConnected = false

  function keep(key: string, session: OpenSession): void {
    if (deps.seconds === 0 || key.length > longestKept) return
    const untilMs = Math.min(deps.now() + deps.seconds * 1_000, session.session.expiresAt.getTime())
    kept.delete(key)
    kept.set(key, { session, untilMs })
    const oldest = kept.size > mostKept ? kept.keys().next().value : undefined
    if (oldest !== undefined) kept.delete(oldest)
  }

  async function ask(key: string): Promise<OpenSession | null> {
    const questions = underWay
    try {
      const session = await deps.look(key)
      // After a change during the look-up the answer may be out of date.
      if (session && isConnected && questions === underWay) keep(key, session)
      return session
    } finally {
      questions.delete(key)
    }
  }

  return {
    async find(cookie) {
      const value = readCookie(cookie, deps.cookieName)
      if (value === null) return null
      const key = `${deps.cookieName}=${value}`
      const known = kept.get(key)
      if (known && deps.now() < known.untilMs) return known.session
      const asked = underWay.get(key) ?? ask(key)
      underWay.set(key, asked)
      return asked
    },
    forget(userId) {
      underWay = new Map()
      for (const [key, { session }] of kept) if (session.user.id === userId) kept.delete(key)
    },
    setInvalidation(state) {
      isConnected = state === 'connected'
      underWay = new Map()
      kept.clear()
    },
  }
}
