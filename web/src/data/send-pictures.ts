import type { BroughtInShape } from '#contract/brought-in.ts'
import type { Point } from '#domain/geometry/rect.ts'
import { markSignedOut } from './account-state.ts'
import { decodeError, hasErrorCode } from './api-error.ts'
import { browserClock } from './live/clock.ts'

/** Waits before a call is repeated: the server may be starting again. Each is twice as long as the one before. */
const firstPauseMs = 500
const longestPauseMs = 15_000

/** Files for one call, and the place of their first card; null: a free place. */
export type PictureBatch = { readonly files: readonly File[]; readonly place: Point | null }

/** Thrown where the connection was lost before the reply. */
class ConnectionLost extends Error {}

function sendOnce(
  projectId: string,
  { files, place }: PictureBatch,
  { key, signal }: { key: string; signal: AbortSignal },
) {
  return new Promise<BroughtInShape>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api/projects/${projectId}/pictures`)
    request.setRequestHeader('idempotency-key', key)
    request.responseType = 'json'
    request.onload = () => {
      if (request.status === 201) return resolve(request.response as BroughtInShape)
      if (request.status === 401) markSignedOut()
      reject(
        decodeError(request.response, request.status) ?? new ConnectionLost(`The server answered ${request.status}.`),
      )
    }
    request.onerror = () => reject(new ConnectionLost('The connection was lost.'))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    const body = new FormData()
    if (place) {
      body.append('canvasX', String(place.x))
      body.append('canvasY', String(place.y))
    }
    body.append('asCards', 'together')
    for (const file of files) body.append('picture', file)
    request.send(body)
  })
}

const mayPass = (error: unknown) =>
  error instanceof ConnectionLost || hasErrorCode(error, 'unavailable') || hasErrorCode(error, 'rate-limited')

type SendOptions = {
  readonly signal: AbortSignal
  /** Called when the connection is lost, and when it is back. */
  onStuck?(isStuck: boolean): void
}

/**
 * Puts files on a canvas, on one card for each four. A call that broke off is repeated under the same key until the server answers
 * or the signal aborts, so that its cards come once. Throws the server's error where it refuses.
 */
export async function sendPictures(
  projectId: string,
  batch: PictureBatch,
  { signal, onStuck }: SendOptions,
): Promise<BroughtInShape> {
  const key = crypto.randomUUID()
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    signal.throwIfAborted()
    try {
      const reply = await sendOnce(projectId, batch, { key, signal })
      onStuck?.(false)
      return reply
    } catch (error) {
      if (signal.aborted || !mayPass(error)) throw error
      onStuck?.(true)
    }
    await browserClock.pause(pauseMs, signal)
  }
}
