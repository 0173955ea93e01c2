import type { ExportInput, ExportSheetInput } from '#contract/cards/export.ts'
import { fetchAsUser } from '../http/fetch-as-user.ts'

/** A file that the server has made. */
export type ExportedFile = { readonly name: string; readonly bytes: Blob }

/** The name in a Content-Disposition (RFC 6266). */
const nameIn = (reply: Response): string =>
  decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(reply.headers.get('content-disposition') ?? '')?.[1] ?? 'export')

type Following = {
  readonly signal: AbortSignal
  /** Is told how many bytes have arrived. */
  onBytes(received: number): void
}

/**
 * Has images exported, and receives the file while it is made: browsers keep a large Blob on the disk. Throws the server's error where it
 * refuses, and an `Error` where the file breaks off.
 */
async function receive(address: string, body: object, { signal, onBytes }: Following): Promise<ExportedFile> {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetchAsUser(address, { method: 'POST', body: JSON.stringify(body), headers, signal })
  let received = 0
  const counted = reply.body?.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        received += chunk.byteLength
        onBytes(received)
        controller.enqueue(chunk)
      },
    }),
  )
  const type = reply.headers.get('content-type') ?? ''
  return {
    name: nameIn(reply),
    bytes: await new Response(counted ?? null, { headers: { 'content-type': type } }).blob(),
  }
}

/** Exports images in a format: one as itself, several as a zip. */
export const exportImages = (body: ExportInput, following: Following): Promise<ExportedFile> =>
  receive('/api/exports', body, following)

/** Exports images as a contact sheet. */
export const exportSheet = (body: ExportSheetInput, following: Following): Promise<ExportedFile> =>
  receive('/api/exports/sheet', body, following)
