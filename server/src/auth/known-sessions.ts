import type { Auth } from './auth.ts'
import { readCookie } from './session-cookie.ts'

/** Carries the id of a person whose sessions, or whose row, have changed; told by triggers (migration 0014). */
export const sessionChannel = 'espalier_sessions'

/** A session that is open, with its person. */
export type OpenSession = NonNullable<Awaited<ReturnType<Auth['api']['getSession']>>>

/** Sessions, looked up once in a few seconds. Forgotten at once where one ends or its person changes. */
export type KnownSessions = {
  /** The session that a request's `cookie` header tells; null where it tells none that is open. */
  find(cookie: string | undefined): Promise<OpenSession | null>
  /** Something about the person or their sessions has changed: whatever was looked up before counts no more. */
  forget(userId: string): void
  /** Whether this process is told of changes that others make. While it isn't, nothing is kept. */
  setTold(state: 'told' | 'not-told'): void
}

/** A cookie of ours has some 120 characters. What is longer is nobody's, and not kept. */
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
  let isTold = false

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
      // Where something changed meanwhile, the answer may be from before.
      if (session && isTold && questions === underWay) keep(key, session)
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
    setTold(state) {
      isTold = state === 'told'
      underWay = new Map()
      kept.clear()
    },
  }
}
