/** Time, delays and randomness, injected for tests. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
  /** From 0 to 1. */
  random(): number
  /** Runs an action once, after this many milliseconds. Returns the stop. */
  after(ms: number, action: () => void): () => void
  /** Waits this many milliseconds; less where the connection comes back or the signal aborts. */
  pause(ms: number, signal?: AbortSignal): Promise<void>
}

export const browserClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  after(ms, action) {
    const timer = setTimeout(action, ms)
    return () => clearTimeout(timer)
  },
  pause: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(end, ms)
      function end() {
        clearTimeout(timer)
        removeEventListener('online', end)
        signal?.removeEventListener('abort', end)
        resolve()
      }
      addEventListener('online', end)
      signal?.addEventListener('abort', end)
    }),
}

/**
 * Between half of a delay and the whole of it, so that not all pages reconnect to a returning server at the same
 * moment.
 */
export const withJitter = (ms: number, { random }: Pick<Clock, 'random'>) => ms * (0.5 + random() / 2)
