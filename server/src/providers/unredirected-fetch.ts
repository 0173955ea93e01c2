/**
 * The `fetch` that SDKs are given: it follows no redirect, so that a key and what was asked go nowhere but to the configured
 * address. A redirect arrives as an answer that is no success.
 */
export const unredirectedFetch: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'manual' })
