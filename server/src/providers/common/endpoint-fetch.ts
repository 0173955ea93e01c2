import { Agent, fetch as undiciFetch } from 'undici'
import { type AnswerReader, boundFetch, type LimitedFetch } from '#server/operations/bounded-fetch.ts'
import type { Endpoint } from '../provider.ts'
import {
  addressInUrl,
  isPublicAddress,
  NotPublic,
  publicLookup,
  type ResolveName,
  resolveByDns,
} from './public-address.ts'

/** The way to added providers. */
export type EndpointFetch = {
  /**
   * A `fetch` that follows no redirect, with the limit of an answer. At an address that a person named it reaches the public
   * internet alone, by https, and connects to the address that was checked. `owner` is the user who reads its answers. @throws NotPublic, as a cause, for an internal address.
   */
  for(endpoint: Pick<Endpoint, 'reach'> & Pick<AnswerReader, 'owner'>): LimitedFetch
  close(): Promise<void>
}

const connectMs = 10_000

/**
 * The body and headers in a form that undici's fetch takes: it does not know the forms of Node's own, which is another copy of the
 * same code.
 */
async function encoded({ body, headers: given }: RequestInit): Promise<{ body?: Uint8Array; headers: Headers }> {
  const headers = new Headers(given)
  if (body === undefined || body === null) return { headers }
  const whole = new Response(body)
  const contentType = whole.headers.get('content-type')
  if (contentType !== null && !headers.has('content-type')) headers.set('content-type', contentType)
  return { body: new Uint8Array(await whole.arrayBuffer()), headers }
}

/**
 * Opens the two ways to added providers. @param options.resolve Looks up names; for tests. @param options.isAllowed Which IP addresses
 * are public; for tests.
 */
export function createEndpointFetch(
  options: { resolve?: ResolveName; isAllowed?: (address: string) => boolean } = {},
): EndpointFetch {
  const { resolve = resolveByDns, isAllowed = isPublicAddress } = options
  const anywhere = new Agent({ connect: { timeout: connectMs } })
  const outside = new Agent({ connect: { timeout: connectMs, lookup: publicLookup(resolve, isAllowed) } })

  const through =
    (agent: Agent, answers: AnswerReader, check: (url: URL) => void): LimitedFetch =>
    (limit) => {
      const send: typeof fetch = async (input, init = {}) => {
        const url = new URL(input instanceof Request ? input.url : input)
        check(url)
        const { body, headers } = await encoded(init)
        const reply = await undiciFetch(url, {
          method: init.method ?? 'GET',
          headers: [...headers],
          ...(body && { body }),
          ...(init.signal && { signal: init.signal }),
          dispatcher: agent,
          redirect: 'manual',
        })
        return new Response(reply.body as ReadableStream<Uint8Array<ArrayBuffer>> | null, {
          status: reply.status,
          headers: [...reply.headers],
        })
      }
      return boundFetch(send, limit, answers)
    }

  const mustBePublic = (url: URL) => {
    const address = addressInUrl(url)
    if (url.protocol !== 'https:') throw new NotPublic('Only https leads to providers that people add.')
    if (address !== null && !isAllowed(address)) throw new NotPublic(`${address} is not public.`)
  }

  return {
    for: ({ reach, owner }) =>
      reach === 'public'
        ? through(outside, { room: 'users', owner }, mustBePublic)
        : through(anywhere, { room: 'operator' }, () => {}),
    async close() {
      await Promise.all([anywhere.destroy(), outside.destroy()])
    },
  }
}
