import type { MiddlewareHandler } from 'hono'
import { type BucketRate, type TokenBucket, takeToken } from '#domain/limits/token-bucket.ts'
import type { AppEnv } from './app-context.ts'
import { errorReply } from './error-reply.ts'

/** Ten seconds' worth may come at once: a page asks for much when it opens. */
const burstSeconds = 10
/** An office or a university is one address. */
const peopleBehindAddress = 4
/** Senders that are kept in mind; beyond that, those that have been quiet longest are forgotten. */
const mostSenders = 50_000

/** The rate of one person; an address has four times as much. */
const rateOf = (perSecond: number): BucketRate => ({ perSecond, burst: perSecond * burstSeconds })

/** Counts what senders ask for. In this process alone: behind n processes a sender has n times as much. */
export function createSenders(rate: BucketRate) {
  const buckets = new Map<string, TokenBucket>()
  return (sender: string): number => {
    const { bucket, waitMs } = takeToken(buckets.get(sender), performance.now(), rate)
    // Put anew at the end, so that the first of the map is the one that has been quiet longest.
    buckets.delete(sender)
    buckets.set(sender, bucket)
    const quietest = buckets.size > mostSenders ? buckets.keys().next().value : undefined
    if (quietest !== undefined) buckets.delete(quietest)
    return waitMs
  }
}

/** Too much was asked for: the refusal, with when to come back. */
export function limited(waitMs: number): Response {
  const reply = errorReply({ code: 'rate-limited' })
  reply.headers.set('retry-after', String(Math.max(1, Math.ceil(waitMs / 1_000))))
  return reply
}

/**
 * What keeps one sender from taking everybody's share, and everybody from taking more than there is.
 * @param limits.perSecond Requests of one person.
 * @param limits.atOnce Requests that this process works on at a time; an open event stream doesn't count.
 */
export function createRequestLimits({ perSecond, atOnce }: { readonly perSecond: number; readonly atOnce: number }) {
  const addresses = createSenders(rateOf(perSecond * peopleBehindAddress))
  const people = createSenders(rateOf(perSecond))
  let inWork = 0

  const byAddress: MiddlewareHandler<AppEnv> = async (c, next) => {
    const waitMs = addresses(c.get('address'))
    if (waitMs > 0) return limited(waitMs)
    if (inWork >= atOnce)
      return errorReply({ code: 'unavailable', message: 'Too much is asked of this server at the moment. Try again.' })
    inWork += 1
    try {
      return await next()
    } finally {
      inWork -= 1
    }
  }
  const byPerson: MiddlewareHandler<AppEnv> = async (c, next) => {
    const waitMs = c.get('userId') ? people(c.get('userId')) : 0
    return waitMs > 0 ? limited(waitMs) : next()
  }
  return { byAddress, byPerson }
}
