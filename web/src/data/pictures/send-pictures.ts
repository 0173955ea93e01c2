import { ORPCError } from '@orpc/client'
import type { BroughtInShape } from '#contract/cards/brought-in.ts'
import type { UploadKind, UploadShape } from '#contract/cards/upload.ts'
import type { Point } from '#domain/geometry/rect.ts'
import { hasErrorCode } from '../http/api-error.ts'
import { api } from '../http/client.ts'
import { ConnectionLost, sendForm } from '../http/send-form.ts'
import { browserClock } from '../live/clock.ts'

/** Waits before a call is repeated: the server may be starting again. Each is twice as long as the one before. */
const firstPauseMs = 500
const maxPauseMs = 15_000

/** The id of the first card of a call, a UUIDv7, and its place; null: a free place. */
type Batch = { readonly cardId: string; readonly place: Point | null }

/** Files for one call. */
export type PictureBatch = Batch & { readonly files: readonly File[] }

function formOf({ files, place }: PictureBatch, cardId: string | null): FormData {
  const form = new FormData()
  if (cardId !== null) form.append('cardId', cardId)
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

/** The signal that gives a call up, and whether it waits. */
export type SendOptions = {
  readonly signal: AbortSignal
  /** Called when the connection is lost, and when it is back. */
  onStuck?(isStuck: boolean): void
}

/**
 * Whether an issue of a refused input is that the server does not know the field. Forms are refused with the issues of Zod 4 as they are
 * (https://zod.dev/error-customization), calls of the contract with their paths and messages alone.
 */
function isUnknownField(issue: unknown, field: string): boolean {
  const { code, keys, message } = Object(issue) as Record<string, unknown>
  if (code !== undefined) return code === 'unrecognized_keys' && [keys].flat().includes(field)
  return typeof message === 'string' && message.startsWith('Unrecognized key') && message.includes(`"${field}"`)
}

/** Whether a server of an earlier release refused the id of a card: it has made nothing. */
const knowsNoIds = (error: unknown) =>
  hasErrorCode(error, 'invalid') &&
  [Object((error as ORPCError<string, unknown>).data).issues].flat().some((issue) => isUnknownField(issue, 'cardId'))

/** The same for each repetition of a call: the id of its first card; of one to an earlier release its Idempotency-Key. */
type Identity = { readonly cardId: string; readonly key?: never } | { readonly cardId?: never; readonly key: string }

/**
 * Repeats a call that broke off until the server answers or the signal aborts; its cards come once, by the id of the first. A server of an
 * earlier release takes a key instead, unless one that knows ids may have taken the call already: then it is repeated until that one
 * answers. Throws the server's error where it refuses.
 */
async function untilAnswered(
  cardId: string,
  call: (identity: Identity) => Promise<BroughtInShape>,
  { signal, onStuck }: SendOptions,
): Promise<BroughtInShape> {
  let identity: Identity = { cardId }
  let hasBrokenOff = false
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
    signal.throwIfAborted()
    try {
      const reply = await call(identity)
      onStuck?.(false)
      return reply
    } catch (error) {
      if (signal.aborted) throw error
      if (knowsNoIds(error)) {
        if (!hasBrokenOff) {
          identity = { key: cardId }
          continue
        }
      } else if (!mayPass(error)) throw error
      hasBrokenOff = true
      onStuck?.(true)
    }
    await browserClock.pause(pauseMs, signal)
  }
}

/** Puts files on a canvas, on one card for each four. */
export function sendPictures(projectId: string, batch: PictureBatch, options: SendOptions): Promise<BroughtInShape> {
  const { signal } = options
  const address = `/api/projects/${projectId}/pictures`
  return untilAnswered(
    batch.cardId,
    ({ cardId = null, key }) =>
      sendForm<BroughtInShape>(address, formOf(batch, cardId), {
        signal,
        ...(key !== undefined && { headers: { 'idempotency-key': key } }),
      }),
    options,
  )
}

/** Images for one call. */
export type AssetBatch = Batch & { readonly imageIds: readonly string[] }

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
    batch.cardId,
    ({ cardId, key }) =>
      api.projects.bringAssets(
        { ...input, ...(cardId !== undefined && { cardId }) },
        { signal: options.signal, context: key === undefined ? {} : { idempotencyKey: key } },
      ),
    options,
  )
}

/** The server's limit, checked here first, so that a file that will be refused is not sent. Bytes. */
export const maxUploadBytes = 20_000_000

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
