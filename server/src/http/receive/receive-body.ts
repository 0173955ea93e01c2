import type { Context, MiddlewareHandler } from 'hono'
import type { Admission, Place } from '#server/operations/admission.ts'
import type { AppEnv } from '../app-context.ts'
import { networkOf } from '../guards/client-address.ts'
import { errorReply } from '../replies/error-reply.ts'
import { withinSeconds } from '../replies/within-seconds.ts'

export type BodyLimits = {
  /** The largest JSON body, in bytes. */
  readonly mostBytes: number
  /** The time that a sender may take for it. */
  readonly seconds: number
  /** Capacity for bodies in transit, in bytes, by the sender's network. */
  readonly arriving: Admission
}

/** The least weight of a body, for its socket and buffers, however few bytes have arrived. Bytes. */
const minWeight = 64_000

type Received = 'received' | 'too-large' | 'no-room'

/** Reads a body without a declared length, which takes capacity as it arrives. */
async function readChunks(
  body: ReadableStream<Uint8Array>,
  place: Place,
  mostBytes: number,
): Promise<{ text: string } | Exclude<Received, 'received'>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > mostBytes) return 'too-large'
    if (bytes > minWeight && !place.grow(chunk.byteLength)) return 'no-room'
    chunks.push(chunk)
  }
  return { text: Buffer.concat(chunks).toString('utf8') }
}

/** Receives the body, so that `c.req.text()` resolves at once afterwards. */
async function receive(c: Context<AppEnv>, place: Place, mostBytes: number): Promise<Received> {
  if (c.req.header('content-length') !== undefined) {
    await c.req.text()
    return 'received'
  }
  const { body } = c.req.raw
  if (!body) return 'received'
  const read = await readChunks(body, place, mostBytes)
  if (typeof read === 'string') return read
  const { method, headers, signal } = c.req.raw
  // The work ends with its caller, as that of a body with a declared length.
  c.req.raw = new Request(c.req.url, { method, headers, signal, body: read.text })
  return 'received'
}

/** A reply to a request that has not arrived completely: the connection can't be reused. */
function closing(reply: Response): Response {
  reply.headers.set('connection', 'close')
  return reply
}

/**
 * Receives a JSON body completely before other work on its request: a sender that stops half-way holds nothing but a bounded part
 * of the capacity for bodies, for a few seconds.
 */
export const receiveBody =
  ({ mostBytes, seconds, arriving }: BodyLimits): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const { method } = c.req
    if (method === 'GET' || method === 'HEAD') return next()
    const declared = c.req.header('content-length')
    if (declared === undefined && c.req.header('transfer-encoding') === undefined && !c.req.raw.body) return next()
    const length = declared === undefined ? minWeight : Number(declared)
    if (length > mostBytes) return closing(errorReply({ code: 'too-large' }))
    if (length === 0) return next()
    const weight = Math.max(minWeight, length)
    const place = arriving.tryTake({ owner: networkOf(c.get('address')), weight })
    if (!place) return closing(errorReply(crowded))
    try {
      const received = await withinSeconds(seconds, () => receive(c, place, mostBytes))
      if (received === 'too-large') return closing(errorReply({ code: 'too-large' }))
      if (received === 'no-room') return closing(errorReply(crowded))
      if (received === 'late') return closing(errorReply({ code: 'half-sent' }))
    } catch {
      // The sender has left: no one reads the reply.
      return closing(errorReply({ code: 'invalid', message: 'The request broke off.' }))
    } finally {
      place.release()
    }
    return next()
  }

const crowded = { code: 'unavailable', message: 'Too many requests are arriving. Try again.' } as const
