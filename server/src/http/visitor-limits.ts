import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './app-context.ts'
import { networkOf } from './client-address.ts'
import { createSenders, limited } from './request-limits.ts'

/** Of what one person may ask for in a second, the part that strangers behind one address get for what costs more. */
const costlyPart = 1 / 20
/** A family or a meeting that opens one link at the same moment. */
const costlyBurst = 60
/** The same for asking whether there is something new, which costs little and which every open page does every few seconds. */
const askingPart = 1 / 5

const isAsking = (path: string) => path.endsWith('/feedback') || path.endsWith('/changes')

/**
 * Slows down who opens links, reads whole boards by them, or writes to them: one stranger's address at a time. Asking what is
 * new, and reading it, is counted for itself, so that a room full of pages does not keep its own people from writing; pictures are counted with
 * all other requests.
 * @param perSecond Requests of one signed-in person.
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
