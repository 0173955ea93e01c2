import type { Context, MiddlewareHandler } from 'hono'
import { type BucketRate, type TokenBucket, takeToken } from '#domain/limits/token-bucket.ts'
import { type Admission, createAdmission } from '#server/operations/admission.ts'
import type { AppEnv } from '../app-context.ts'
import { receiveBody } from '../receive/receive-body.ts'
import { endingStream } from '../replies/ending-stream.ts'
import { errorReply } from '../replies/error-reply.ts'
import { networkOf } from './client-address.ts'

/** The burst is ten seconds' worth: a page requests much when it opens. */
const burstSeconds = 10
/** An office or a university is one address. */
const peopleBehindAddress = 4
/** The most senders that are tracked; beyond that, those that have been quiet longest are dropped. */
const maxSenders = 50_000
/** The part of the concurrent requests of a process that one address and one user may hold. */
const addressPart = 1 / 2
const personPart = 1 / 4
/** The largest JSON body: a prompt of 4,000 and a history of five, each character in its longest escape, with a margin. Bytes. */
const maxBodyBytes = 512_000
/** The time limit for a body, unless a call has less. */
const bodySeconds = 10
/** The capacity for arriving bodies: of all senders, and of one network. Bytes. */
const arrivingBytes = { total: 64_000_000, perOwner: 16_000_000 }

const busyMessage = 'Too much is asked of this server at the moment. Try again.'

/** The rate of one person; an address has four times as much. */
const rateOf = (perSecond: number): BucketRate => ({ perSecond, burst: perSecond * burstSeconds })

/** Counts requests by sender. In this process alone: behind n processes a sender has n times as much. */
export function createSenders(rate: BucketRate) {
  const buckets = new Map<string, TokenBucket>()
  return (sender: string): number => {
    const { bucket, waitMs } = takeToken(buckets.get(sender), performance.now(), rate)
    // Moved to the end, so that the first of the map is the one that has been quiet longest.
    buckets.delete(sender)
    buckets.set(sender, bucket)
    const quietest = buckets.size > maxSenders ? buckets.keys().next().value : undefined
    if (quietest !== undefined) buckets.delete(quietest)
    return waitMs
  }
}

/** A token is a sender of its own: a busy program never delays its person's clicks. */
const senderOf = (c: Context<AppEnv>): string | undefined => c.get('token')?.id ?? c.get('userId')

/** The refusal of a rate limit, with the time to wait. */
export function limited(waitMs: number): Response {
  const reply = errorReply({ code: 'rate-limited' })
  reply.headers.set('retry-after', String(Math.max(1, Math.ceil(waitMs / 1_000))))
  return reply
}

/** Replies that are no longer worked on once they begin: JSON, which is whole by then, and event streams, which have limits of their own. */
const isDoneAtStart = /^(application\/([\w.-]+\+)?json|text\/event-stream)\b/

/** The body of a reply that goes on being read while it is sent; null where there is none. */
const streamedBody = (c: Context<AppEnv>): ReadableStream<Uint8Array> | null =>
  c.req.method === 'HEAD' || isDoneAtStart.test(c.res.headers.get('content-type') ?? '') ? null : c.res.body

/**
 * Rate limits for each user and each network, and a limit on concurrent requests. A request counts as concurrent only when its
 * body has arrived: one that is sent slowly, or never to its end, blocks no other. @param limits.perSecond Requests of one user.
 * @param limits.atOnce Concurrent requests of this process; an open event stream doesn't count. @param limits.seconds The time
 * limit for one call.
 */
export function createRequestLimits({
  perSecond,
  atOnce,
  seconds,
}: {
  readonly perSecond: number
  readonly atOnce: number
  readonly seconds: number
}) {
  const addresses = createSenders(rateOf(perSecond * peopleBehindAddress))
  const people = createSenders(rateOf(perSecond))
  const shareOf = (part: number) => Math.max(1, Math.ceil(atOnce * part))
  const placesByAddress = createAdmission({ total: atOnce, perOwner: shareOf(addressPart) })
  const placesByPerson = createAdmission({ total: atOnce, perOwner: shareOf(personPart) })

  const byAddress: MiddlewareHandler<AppEnv> = async (c, next) => {
    const waitMs = addresses(networkOf(c.get('address')))
    return waitMs > 0 ? limited(waitMs) : next()
  }
  const byPerson: MiddlewareHandler<AppEnv> = async (c, next) => {
    const sender = senderOf(c)
    const waitMs = sender ? people(sender) : 0
    return waitMs > 0 ? limited(waitMs) : next()
  }
  /** Holds a place for as long as the request is worked on, and its reply streamed. */
  const withPlace =
    (places: Admission, ownerOf: (c: Context<AppEnv>) => string | undefined): MiddlewareHandler<AppEnv> =>
    async (c, next) => {
      const owner = ownerOf(c)
      if (!owner) return next()
      const place = places.tryTake({ owner, weight: 1 })
      if (!place) return errorReply({ code: 'unavailable', message: busyMessage })
      let isStreamed = false
      try {
        await next()
        const body = streamedBody(c)
        isStreamed = body !== null
        if (body) c.res = new Response(endingStream(body, place.release), c.res)
      } finally {
        if (!isStreamed) place.release()
      }
    }
  return {
    byAddress,
    byPerson,
    body: receiveBody({
      mostBytes: maxBodyBytes,
      seconds: Math.min(bodySeconds, seconds),
      arriving: createAdmission(arrivingBytes),
    }),
    placeOfAddress: withPlace(placesByAddress, (c) => networkOf(c.get('address'))),
    placeOfPerson: withPlace(placesByPerson, senderOf),
  }
}

export type RequestLimits = ReturnType<typeof createRequestLimits>
