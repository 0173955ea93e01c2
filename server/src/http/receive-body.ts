import type { Context, MiddlewareHandler } from 'hono'
import type { Admission } from '../operations/admission.ts'
import type { AppEnv } from './app-context.ts'
import { networkOf } from './client-address.ts'
import { errorReply } from './error-reply.ts'
import { withinSeconds } from './within-seconds.ts'

export type BodyLimits = {
  /** The largest JSON body, in bytes. */
  readonly mostBytes: number
  /** How long a sender may take for it. */
  readonly seconds: number
  /** Room for bodies that are arriving, in bytes, by the sender's network. */
  readonly arriving: Admission
}

/** What a body of unknown length, or of a few bytes that never come, counts for at least: a socket and its buffers. Bytes. */
const leastWeight = 64_000

/** Reads a body without a declared length, so far as it is not longer than `mostBytes`. */
async function readChunks(body: ReadableStream<Uint8Array>, mostBytes: number): Promise<string | 'too-large'> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > mostBytes) return 'too-large'
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Receives the body, so that `c.req.text()` answers at once from then on. */
async function receive(c: Context<AppEnv>, mostBytes: number): Promise<'received' | 'too-large'> {
  if (c.req.header('content-length') !== undefined) {
    await c.req.text()
    return 'received'
  }
  const { body } = c.req.raw
  if (!body) return 'received'
  const text = await readChunks(body, mostBytes)
  if (text === 'too-large') return text
  c.req.raw = new Request(c.req.url, { method: c.req.method, headers: c.req.raw.headers, body: text })
  return 'received'
}

/** A reply to a request of which not everything has come: the connection can't be used for another one. */
function closing(reply: Response): Response {
  reply.headers.set('connection', 'close')
  return reply
}

/**
 * Receives a JSON body whole before anything else is done for its request: a sender that stops half-way holds nothing but a
 * bounded part of the room for bodies, and that for a few seconds.
 */
export const receiveBody =
  ({ mostBytes, seconds, arriving }: BodyLimits): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const { method } = c.req
    if (method === 'GET' || method === 'HEAD') return next()
    const declared = c.req.header('content-length')
    if (declared === undefined && c.req.header('transfer-encoding') === undefined && !c.req.raw.body) return next()
    const length = declared === undefined ? mostBytes : Number(declared)
    if (length > mostBytes) return closing(errorReply({ code: 'too-large' }))
    const weight = Math.max(leastWeight, length)
    const place = length === 0 ? null : arriving.tryTake({ owner: networkOf(c.get('address')), weight })
    if (!place && length > 0)
      return closing(errorReply({ code: 'unavailable', message: 'Too many requests are arriving. Try again.' }))
    try {
      const received = await withinSeconds(seconds, receive(c, mostBytes))
      if (received === 'too-large') return closing(errorReply({ code: 'too-large' }))
      if (received === 'late')
        return closing(errorReply({ code: 'unavailable', message: 'The request took too long to arrive. Try again.' }))
    } catch {
      // The sender has left: there is nobody to read a reply.
      return closing(errorReply({ code: 'invalid', message: 'The request broke off.' }))
    } finally {
      place?.release()
    }
    return next()
  }
