import type { UserId } from '#domain/account/user-id.ts'

/** A cache of who a secret belongs to, for a few seconds, invalidated when that changes. */
export type KeptAnswers<Answer> = {
  /** The answer for this key; null where there is none. */
  find(key: string): Promise<Answer | null>
  /** Drops what was looked up before: something of the user's has changed. */
  forget(userId: UserId): void
  /** Whether this process receives the notifications of other processes. Nothing is kept while it does not. */
  setInvalidation(state: 'connected' | 'lost'): void
}

/** Our cookies have about 120 characters, our tokens 47. A longer key is not kept. */
const longestKept = 400
const maxKept = 20_000

/**
 * @param look Asks the database.
 * @param seconds How long an answer may be used again; 0: questions that come at once share an answer, nothing more.
 * @param now Milliseconds since 1970.
 * @param about Whose an answer is, and when it ends on its own, in milliseconds since 1970.
 */
export function createKeptAnswers<Answer extends object>(deps: {
  readonly look: (key: string) => Promise<Answer | null>
  readonly seconds: number
  readonly now: () => number
  readonly about: (answer: Answer) => { readonly userId: string; readonly endsMs: number }
}): KeptAnswers<Answer> {
  const kept = new Map<string, { readonly answer: Answer; readonly userId: string; readonly untilMs: number }>()
  let underWay = new Map<string, Promise<Answer | null>>()
  let isConnected = false

  function keep(key: string, answer: Answer): void {
    if (deps.seconds === 0 || key.length > longestKept) return
    const { userId, endsMs } = deps.about(answer)
    kept.delete(key)
    kept.set(key, { answer, userId, untilMs: Math.min(deps.now() + deps.seconds * 1_000, endsMs) })
    const oldest = kept.size > maxKept ? kept.keys().next().value : undefined
    if (oldest !== undefined) kept.delete(oldest)
  }

  async function ask(key: string): Promise<Answer | null> {
    const questions = underWay
    try {
      const answer = await deps.look(key)
      // After a change during the look-up the answer may be out of date.
      if (answer && isConnected && questions === underWay) keep(key, answer)
      return answer
    } finally {
      questions.delete(key)
    }
  }

  return {
    async find(key) {
      const known = kept.get(key)
      if (known && deps.now() < known.untilMs) return known.answer
      const asked = underWay.get(key) ?? ask(key)
      underWay.set(key, asked)
      return asked
    },
    forget(userId) {
      underWay = new Map()
      for (const [key, answer] of kept) if (answer.userId === userId) kept.delete(key)
    },
    setInvalidation(state) {
      isConnected = state === 'connected'
      underWay = new Map()
      kept.clear()
    },
  }
}
