import { boundFetch, type LimitedFetch } from '#server/operations/bounded-fetch.ts'

/**
 * The `fetch` for SDKs, with the limit of an answer: it follows no redirect, so that a key and a prompt go nowhere but to the configured address. A redirect
 * arrives as a failed reply.
 */
export const unredirectedFetch: LimitedFetch = (limit) =>
  boundFetch((input, init) => fetch(input, { ...init, redirect: 'manual' }), limit, { room: 'operator' })
