import { setTimeout } from 'node:timers/promises'

/** Waits; rejects with the signal's reason as soon as that aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => undefined)
  signal.throwIfAborted()
}
