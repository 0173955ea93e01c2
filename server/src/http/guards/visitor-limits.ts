import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../app-context.ts'
import { networkOf } from './client-address.ts'
import { createSenders, limited } from './request-limits.ts'

/** The part of a user's rate that all visitors behind one address get for expensive calls. */
const costlyPart = 1 / 20
/** The burst of a family or a meeting that opens one link at the same moment. */
const costlyBurst = 60
/** The part for polling for changes, which is cheap and which every open page does every few seconds. */
const askingPart = 1 / 5

const isAsking = (path: string) => path.endsWith('/feedback') || path.endsWith('/changes')

/**
 * Limits the rate of visitors who open links, read whole boards by them, or write to them, for each address. Polling for changes,
 * and reading them, is counted separately, so that many open pages do not keep their visitors from writing; pictures count with
 * all other requests. @param perSecond Requests of one signed-in user.
 */
export function createVisitorLimits(perSecond: number): MiddlewareHandler<AppEnv> {
  const rate = Math.max(1, perSecond * costlyPart)
  const costly = createSenders({ perSecond: rate, burst: Math.max(costlyBurst, rate * 10) })
  const askingRate = Math.max(1, perSecond * askingPart)
  const asking = createSenders({ perSecond: askingRate, burst: Math.max(costlyBurst, askingRate * 10) })
  return async (c, next) => {
    const { path } = c.req
    if (path.endsWith('/file')) return next()
    const waitMs = (isAsking(path) ? asking : costly)(networkOf(c.get('address')))
    return waitMs > 0 ? limited(waitMs) : next()
  }
}
