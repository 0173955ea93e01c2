import { ORPCError } from '@orpc/client'
import { tabStorage } from '../storage/current-storage.ts'
import type { StorageArea } from '../storage/user-storage.ts'

/** The most requests that are stored; a user hardly has more than one unanswered at a time. */
const mostKept = 20

/** The intent as JSON; its idempotency key; and the request as it was sent, while its outcome is unknown. */
type Kept = { readonly intent: string; readonly key: string; readonly sent: string | null }

function isKept(value: unknown): value is Kept {
  const { intent, key, sent } = Object(value) as Partial<Record<keyof Kept, unknown>>
  return typeof intent === 'string' && typeof key === 'string' && (sent === null || typeof sent === 'string')
}

/**
 * Whether the server has confirmed that nothing was created. After a time-out or a lost connection it may have been.
 */
const isRefusal = (error: unknown) => error instanceof ORPCError && error.status >= 400 && error.status < 500

type Asked<Request> = {
  readonly request: Request
  /** What makes two requests the same for the user: without values that depend on the current board, such as places. */
  readonly intent?: object
}

/**
 * Idempotency keys of requests that have not succeeded yet. The same request gets the same key until it has succeeded,
 * so that one whose reply was lost is not paid for twice: not by a second press, nor after a reload of the tab. A key
 * stands for one body (the server answers 409 for another), so while the outcome is unknown the body is repeated as it
 * was.
 */
export function createRequestKeys(storage: StorageArea, storageKey: string) {
  const read = (): readonly Kept[] => {
    const stored = storage.read(storageKey)
    return Array.isArray(stored) ? stored.filter(isKept) : []
  }
  const without = (key: string) => read().filter((entry) => entry.key !== key)
  const put = (entry: Kept) => storage.write(storageKey, [...without(entry.key), entry].slice(-mostKept))
  const forget = (done: string) => storage.write(storageKey, without(done))

  /** Sends a request with its key, and drops the key once the request has succeeded. */
  return async function withKey<Request extends object, Reply>(
    { request, intent = request }: Asked<Request>,
    send: (request: Request, key: string) => Promise<Reply>,
  ): Promise<Reply> {
    const wanted = JSON.stringify(intent)
    const known = read().find((other) => other.intent === wanted)
    const key = known?.key ?? crypto.randomUUID()
    const sent = known?.sent ?? JSON.stringify(request)
    put({ intent: wanted, key, sent })
    try {
      const reply = await send(JSON.parse(sent) as Request, key)
      forget(key)
      return reply
    } catch (error) {
      if (isRefusal(error)) put({ intent: wanted, key, sent: null })
      throw error
    }
  }
}

/** Sends a request that costs something, with the idempotency key of this request in this tab. */
export const withRequestKey = createRequestKeys(tabStorage, 'request-keys')
