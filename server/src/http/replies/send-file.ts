import { Readable } from 'node:stream'
import type { Context } from 'hono'
import type { ImageFile } from '#server/features/images/read-image-file.ts'
import type { ByteRange } from '#server/storage/storage.ts'
import type { AppEnv } from '../app-context.ts'
import { endingStream } from './ending-stream.ts'

/**
 * One range of a Range header; null for none or an unsupported form (then the whole file is right), 'unsatisfiable' beyond the
 * end.
 */
function parseRange(header: string | undefined, byteSize: number): ByteRange | null | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  const [, first = '', last = ''] = match
  const start = first === '' ? Math.max(0, byteSize - Number(last)) : Number(first)
  const end = first === '' || last === '' ? byteSize - 1 : Math.min(Number(last), byteSize - 1)
  return start > end || start >= byteSize ? 'unsatisfiable' : { start, end }
}

/** The tags of what the browser has, by its If-None-Match header. */
export const knownTags = (c: Context<AppEnv>): string[] =>
  (c.req.header('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))

/** The stream of a file, which releases what is held for the file at its end. */
function streamOf(file: ImageFile, content: Readable): ReadableStream<Uint8Array> {
  const stream = Readable.toWeb(content) as ReadableStream<Uint8Array>
  return file.close ? endingStream(stream, file.close) : stream
}

/** Sends a file, whole or in part, or 304 where the browser has it; browsers keep it for good unless it may change. */
export function sendFile(c: Context<AppEnv>, file: ImageFile): Response {
  const headers = new Headers({
    etag: file.etag,
    'cache-control': file.mayChange ? 'private, no-cache' : 'private, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
    vary: 'Cookie',
    'content-type': file.mediaType,
    'x-content-type-options': 'nosniff',
    'content-disposition': 'inline',
  })
  const withoutBody = (status: 200 | 206 | 304 | 416) => {
    file.close?.()
    return new Response(null, { status, headers })
  }
  const known = knownTags(c)
  if (known.includes(file.etag) || known.includes('*')) return withoutBody(304)
  const ifRange = c.req.header('if-range')
  const asked = ifRange === undefined || ifRange === file.etag ? c.req.header('range') : undefined
  const range = parseRange(asked, file.byteSize)
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${file.byteSize}`)
    headers.delete('content-type')
    return withoutBody(416)
  }
  headers.set('content-length', String(range ? range.end - range.start + 1 : file.byteSize))
  if (range) headers.set('content-range', `bytes ${range.start}-${range.end}/${file.byteSize}`)
  const status = range ? 206 : 200
  if (c.req.method === 'HEAD') return withoutBody(status)
  const content = file.read(range ?? undefined)
  const body = content instanceof Readable ? streamOf(file, content) : new Uint8Array(content)
  return new Response(body, { status, headers })
}
