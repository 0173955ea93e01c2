import { setTimeout as sleep } from 'node:timers/promises'
import { mayPass } from '#domain/generation/retry-plan.ts'
import { type ImageCall, ProviderError } from '../provider.ts'
import type { PictureDownload } from './checked-download.ts'

/** Settings of a vendor's adapter, whose requests are polled until they are finished. */
export type VendorOptions = {
  readonly download: PictureDownload
  /** Left out: the vendor's own. */
  readonly baseUrl?: string
  /** About how often to poll, in milliseconds; left out: as often as the vendor recommends. */
  readonly pollMs?: number
}

/** A request that the vendor has finished. */
export type Finished = {
  readonly url: string
  /** The seed, where the vendor reports it. */
  readonly seed?: number
  readonly costUsd?: number
}

export type VendorRequest = {
  /** Requests the picture, once. @returns The vendor's id of the request, or the picture where the reply contains it. */
  ask(): Promise<string | Finished>
  /**
   * Polls a request. @returns null while the vendor works on it. @throws ProviderError, with `request: 'over'` when the vendor
   * has given it up.
   */
  look(requestId: string): Promise<Finished | null>
  /** Fetches the picture from its address. */
  fetchPicture(url: string): Promise<Uint8Array>
  /** The polling interval, with a jitter of a quarter, so that many requests do not poll at the same time. */
  readonly pollMs: number
}

/**
 * The number of polls in a row that may fail before the request fails: the picture is paid for, the vendor may only be unavailable for a
 * moment.
 */
const maxFailedPolls = 5
/** A picture that is not at its address is requested again: some vendors give a fresh address each time. */
const maxFetches = 3

/**
 * Generates a picture by a request that is polled: sent once, its id stored before the first poll, the picture fetched at once.
 * @throws ProviderError; the signal's reason when aborted.
 */
export async function makeByRequest(
  call: Pick<ImageCall, 'signal' | 'requestId' | 'rememberRequest'>,
  request: VendorRequest,
): Promise<Finished & { readonly bytes: Uint8Array; readonly requestId?: string }> {
  const { signal } = call
  signal.throwIfAborted()
  const asked = call.requestId ?? (await request.ask())
  if (typeof asked !== 'string') return { ...asked, bytes: await request.fetchPicture(asked.url) }
  const requestId = asked
  if (call.requestId === null) await remember(call, requestId, request.pollMs)
  for (let fetches = 1; ; fetches += 1) {
    const finished = await untilFinished(requestId, request, signal)
    try {
      return { ...finished, requestId, bytes: await request.fetchPicture(finished.url) }
    } catch (error) {
      signal.throwIfAborted()
      const isPassing = error instanceof ProviderError && mayPass[error.code]
      if (!isPassing || fetches === maxFetches) throw error
      await pause(request.pollMs, signal)
    }
  }
}

async function remember(
  call: Pick<ImageCall, 'signal' | 'rememberRequest'>,
  requestId: string,
  pollMs: number,
): Promise<void> {
  await call.rememberRequest(requestId)
  await pause(pollMs, call.signal)
}

async function untilFinished(requestId: string, request: VendorRequest, signal: AbortSignal): Promise<Finished> {
  let failures = 0
  for (;;) {
    let waitMs = request.pollMs * (0.75 + Math.random() / 2)
    try {
      const finished = await request.look(requestId)
      if (finished) return finished
      failures = 0
    } catch (error) {
      signal.throwIfAborted()
      failures += 1
      if (!isPassing(error) || failures === maxFailedPolls) throw error
      waitMs = Math.max(waitMs * 2 ** failures, error.retryAfterMs ?? 0)
    }
    await pause(waitMs, signal)
  }
}

/** A temporary failure, which says nothing about the request. */
const isPassing = (error: unknown): error is ProviderError =>
  error instanceof ProviderError && error.request === 'open' && (mayPass[error.code] || error.code === 'time-out')

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } catch {
    // Sleep throws its own error; the signal has the reason.
    signal.throwIfAborted()
  }
}
