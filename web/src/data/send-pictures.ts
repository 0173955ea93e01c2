import type { BroughtInShape } from '#contract/brought-in.ts'
import type { Point } from '#domain/geometry/rect.ts'
import { hasErrorCode } from './api-error.ts'
import { browserClock } from './live/clock.ts'
import { ConnectionLost, sendForm } from './send-form.ts'

/** Waits before a call is repeated: the server may be starting again. Each is twice as long as the one before. */
const firstPauseMs = 500
const longestPauseMs = 15_000

/** Files for one call, and the place of their first card; null: a free place. */
export type PictureBatch = { readonly files: readonly File[]; readonly place: Point | null }

function formOf({ files, place }: PictureBatch): FormData {
  const form = new FormData()
  if (place) {
    form.append('canvasX', String(place.x))
    form.append('canvasY', String(place.y))
  }
  form.append('asCards', 'together')
  for (const file of files) form.append('picture', file)
  return form
}

const mayPass = (error: unknown) =>
  error instanceof ConnectionLost || hasErrorCode(error, 'unavailable') || hasErrorCode(error, 'rate-limited')

/** How a call is given up, and whether it waits. */
export type SendOptions = {
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
  const form = formOf(batch)
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    signal.throwIfAborted()
    try {
      const headers = { 'idempotency-key': key }
      const reply = await sendForm<BroughtInShape>(`/api/projects/${projectId}/pictures`, form, { signal, headers })
      onStuck?.(false)
      return reply
    } catch (error) {
      if (signal.aborted || !mayPass(error)) throw error
      onStuck?.(true)
    }
    await browserClock.pause(pauseMs, signal)
  }
}
