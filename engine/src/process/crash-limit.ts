import { EngineFailure } from '../engine-failure.ts'

export type CrashLimitOptions = {
  /** So many crashes within `crashWindowMs` make the engine rest. */
  readonly crashLimit?: number
  readonly crashWindowMs?: number
  readonly now?: () => number
}

/** Counts crashes: an engine that crashes at every start is left alone for a while. */
export function createCrashLimit({ crashLimit = 3, crashWindowMs = 5 * 60_000, now = Date.now }: CrashLimitOptions) {
  let crashes: number[] = []
  return {
    count(): void {
      crashes.push(now())
    },
    /** @throws EngineFailure after too many. */
    check(): void {
      crashes = crashes.filter((at) => at > now() - crashWindowMs)
      const [first] = crashes
      if (crashes.length < crashLimit || first === undefined) return
      const retryAfterMs = first + crashWindowMs - now()
      const minutes = Math.ceil(retryAfterMs / 60_000)
      throw new EngineFailure(
        'resting',
        `The engine ended unexpectedly ${crashes.length} times. Verify the model, then try again in ${minutes} min.`,
        { retryAfterMs },
      )
    },
  }
}
