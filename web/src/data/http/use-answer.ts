import { useCallback, useEffect, useState } from 'react'

/** The state of a request. */
export type Answer<Value> =
  | { readonly status: 'waiting' }
  | { readonly status: 'ready'; readonly value: Value }
  | { readonly status: 'failed'; readonly error: unknown }

/**
 * Sends a request once when the component is mounted, for pages that load no cache of replies.
 * @param ask Always the same function: another one is another request.
 * @returns The reply, and a function that sends it again.
 */
export function useAnswer<Value>(ask: () => Promise<Value>): [Answer<Value>, again: () => void] {
  const [answer, setAnswer] = useState<Answer<Value>>({ status: 'waiting' })
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again.
  useEffect(() => {
    let isWanted = true
    setAnswer({ status: 'waiting' })
    ask().then(
      (value) => isWanted && setAnswer({ status: 'ready', value }),
      (error: unknown) => isWanted && setAnswer({ status: 'failed', error }),
    )
    return () => {
      isWanted = false
    }
  }, [ask, attempt])

  return [answer, useCallback(() => setAttempt((count) => count + 1), [])]
}
