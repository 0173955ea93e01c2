import { uuidV7, uuidV7Bytes } from '#domain/text/uuid-v7.ts'
import { onLateStorage, tabStorage } from '../storage/current-storage.ts'
import type { StorageArea } from '../storage/user-storage.ts'
import { hasErrorCode, isFinal } from './api-error.ts'

/** The most requests that are stored; a user hardly has more than one unanswered at a time. */
const maxKept = 20

/** The intent as JSON; its id; and the request as it was sent, while its outcome is unknown. */
type Kept = { readonly intent: string; readonly id: string; readonly sent: string | null }

function isKept(value: unknown): value is Kept {
  const { intent, id, sent } = Object(value) as Partial<Record<keyof Kept, unknown>>
  return typeof intent === 'string' && typeof id === 'string' && (sent === null || typeof sent === 'string')
}

/** Whether the id can't be used any more: something else has it, or what it created has been deleted. */
const isUsedUp = (error: unknown) => hasErrorCode(error, 'conflict') || hasErrorCode(error, 'not-found')

/** The id of something new, by this page. */
export const newId = () => uuidV7(Date.now(), crypto.getRandomValues(new Uint8Array(uuidV7Bytes)))

type Asked<Request> = {
  readonly request: Request
  /** Identity of the request for the user: without values that depend on the current board, such as places. */
  readonly intent?: object
}

/** A request as it will be sent, with the id of what it creates. */
export type Prepared<Request> = { readonly id: string; readonly intent: string; readonly request: Request }

/**
 * Ids of what was requested and is not confirmed yet. The same request gets the same id until it has succeeded, so that one whose
 * reply was lost is not paid for twice: not by a second press, nor after a reload of the tab. An id stands for one body (the server
 * replies 409 to another), so while the outcome is unknown the body is repeated as it was.
 */
export function createRequestIds(storage: Pick<StorageArea, 'read' | 'write'>, storageKey: string) {
  const parse = (stored: unknown): readonly Kept[] => (Array.isArray(stored) ? stored.filter(isKept) : [])
  const read = () => parse(storage.read(storageKey))
  const without = (id: string) => read().filter((entry) => entry.id !== id)
  const put = (entry: Kept) => storage.write(storageKey, [...without(entry.id), entry].slice(-maxKept))
  const forget = (done: string) => storage.write(storageKey, without(done))

  return {
    /** Adds the ids of an earlier page, from a storage that has opened late: its requests may be unanswered as well. */
    takeIn(late: Pick<StorageArea, 'read'>) {
      const own = read()
      const earlier = parse(late.read(storageKey)).filter(
        ({ id, intent }) => !own.some((other) => other.id === id || other.intent === intent),
      )
      if (earlier.length > 0) storage.write(storageKey, [...earlier, ...own].slice(-maxKept))
    },

    /** Gives a request its id, before it is sent. */
    prepare<Request extends object>({ request, intent = request }: Asked<Request>): Prepared<Request> {
      const wanted = JSON.stringify(intent)
      const known = read().find((other) => other.intent === wanted)
      const id = known?.id ?? newId()
      const sent = known?.sent ?? JSON.stringify(request)
      put({ intent: wanted, id, sent })
      return { id, intent: wanted, request: JSON.parse(sent) as Request }
    },

    /** Sends a prepared request, and drops its id once it has succeeded. */
    async send<Request extends object, Reply>(
      { id, intent, request }: Prepared<Request>,
      call: (request: Request, id: string) => Promise<Reply>,
    ): Promise<Reply> {
      try {
        const reply = await call(request, id)
        forget(id)
        return reply
      } catch (error) {
        if (isUsedUp(error)) forget(id)
        // After another refusal, as of another account or of too many requests, an earlier one may have created it.
        else if (isFinal(error)) put({ intent, id, sent: null })
        throw error
      }
    },
  }
}

/** The ids of requests of this tab. */
export const requestIds = createRequestIds(tabStorage, 'request-ids')
onLateStorage(({ tab }) => requestIds.takeIn(tab))

/** Sends a request with the id of what it creates; a call without one takes it as its idempotency key. */
export const withRequestId = <Request extends object, Reply>(
  asked: Asked<Request>,
  call: (request: Request, id: string) => Promise<Reply>,
): Promise<Reply> => requestIds.send(requestIds.prepare(asked), call)
