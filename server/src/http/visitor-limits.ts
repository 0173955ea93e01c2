import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './app-context.ts'
import { createSenders, limited } from './request-limits.ts'

/** Of what one person may ask for in a second, the part that strangers behind one address get for what costs more. */
const costlyPart = 1 / 20
/** A family or a meeting that opens one link at the same moment. */
const costlyBurst = 60

/**
 * Slows down who opens links, reads whole boards by them, or writes to them: one stranger's address at a time. Pictures
 * are counted with all other requests.
 * @param perSecond Requests of one signed-in person.
 */
export function createVisitorLimits(perSecond: number): MiddlewareHandler<AppEnv> {
  const rate = Math.max(1, perSecond * costlyPart)
  const visitors = createSenders({ perSecond: rate, burst: Math.max(costlyBurst, rate * 10) })
  return async (c, next) => {
    if (c.req.path.endsWith('/file')) return next()
    const waitMs = visitors(c.get('address'))
    return waitMs > 0 ? limited(waitMs) : next()
  }
}
