import { ORPCError } from '@orpc/client'
import type { BroughtInShape } from '#contract/brought-in.ts'
import type { UploadKind, UploadShape } from '#contract/upload.ts'
import type { Point } from '#domain/geometry/rect.ts'
import { hasErrorCode } from '../http/api-error.ts'
import { api } from '../http/client.ts'
import { ConnectionLost, sendForm } from '../http/send-form.ts'
import { browserClock } from '../live/clock.ts'

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

/** Whether a call may succeed later: it got no answer, one of a proxy, or was refused for now. `fetch` fails with a TypeError. */
const mayPass = (error: unknown) =>
  error instanceof ConnectionLost ||
  error instanceof TypeError ||
  (error instanceof ORPCError && error.status >= 502) ||
  hasErrorCode(error, 'unavailable') ||
  hasErrorCode(error, 'half-sent') ||
  hasErrorCode(error, 'rate-limited')

/** How a call is given up, and whether it waits. */
export type SendOptions = {
  readonly signal: AbortSignal
  /** Called when the connection is lost, and when it is back. */
  onStuck?(isStuck: boolean): void
}

/**
 * Repeats a call that broke off, under the same key, until the server answers or the signal aborts, so that its cards come once. Throws
 * the server's error where it refuses.
 */
async function untilAnswered(
  call: (key: string) => Promise<BroughtInShape>,
  { signal, onStuck }: SendOptions,
): Promise<BroughtInShape> {
  const key = crypto.randomUUID()
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    signal.throwIfAborted()
    try {
      const reply = await call(key)
      onStuck?.(false)
      return reply
    } catch (error) {
      if (signal.aborted || !mayPass(error)) throw error
      onStuck?.(true)
    }
    await browserClock.pause(pauseMs, signal)
  }
}

/** Puts files on a canvas, on one card for each four. */
export function sendPictures(projectId: string, batch: PictureBatch, options: SendOptions): Promise<BroughtInShape> {
  const form = formOf(batch)
  const { signal } = options
  return untilAnswered(
    (key) =>
      sendForm<BroughtInShape>(`/api/projects/${projectId}/pictures`, form, {
        signal,
        headers: { 'idempotency-key': key },
      }),
    options,
  )
}

/** Images for one call, and the place of their first card; null: a free place. */
export type AssetBatch = { readonly imageIds: readonly string[]; readonly place: Point | null }

/** Copies images of the user to a canvas, on one card for each four; their files stay on the server. */
export function copyAssets(projectId: string, batch: AssetBatch, options: SendOptions): Promise<BroughtInShape> {
  const { imageIds, place } = batch
  const input = {
    id: projectId,
    imageIds: [...imageIds],
    asCards: 'together' as const,
    ...(place && { canvasX: place.x, canvasY: place.y }),
  }
  return untilAnswered(
    (idempotencyKey) => api.projects.bringAssets(input, { signal: options.signal, context: { idempotencyKey } }),
    options,
  )
}

/** The server's limit, checked here first, so that a file that will be refused is not sent. Bytes. */
export const largestUploadBytes = 20_000_000

/** The file types of the browser's file dialog. The server detects the real type. */
export const pictureTypes = 'image/png,image/jpeg,image/webp,image/avif,image/gif'

type UploadOptions = {
  /** Called with the progress of the upload, from 0 to 1. */
  onProgress(part: number): void
  signal: AbortSignal
  kind: UploadKind
}

/**
 * Stores a picture file, to be attached to prompts and styles, or the mask of an edit. Throws the server's error where it refuses, and a plain
 * `Error` where there is no connection.
 */
export function uploadPicture(file: File, options: UploadOptions): Promise<UploadShape> {
  const form = new FormData()
  form.append('file', file)
  return sendForm(options.kind === 'mask' ? '/api/uploads?kind=mask' : '/api/uploads', form, options)
}
