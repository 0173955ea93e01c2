/**
 * The `fetch` for SDKs: it follows no redirect, so that a key and a prompt go nowhere but to the configured address. A redirect
 * arrives as a failed reply.
 */
export const unredirectedFetch: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'manual' })
