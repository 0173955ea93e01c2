declare global {
  /** Replies to what `start.js` has asked for, by path. */
  var espalierEarly: Map<string, Promise<Response>> | undefined
}

/**
 * Asks the server, or hands on the reply to the same question that was asked before the application was there: once, since
 * it grows old.
 */
export function fetchOrTake(request: Request): Promise<Response> {
  const { origin, pathname, search } = new URL(request.url)
  const early = globalThis.espalierEarly?.get(pathname)
  if (!early || request.method !== 'GET' || origin !== location.origin || search !== '') return fetch(request)
  globalThis.espalierEarly?.delete(pathname)
  // A connection that failed then may be there now, and a person who was refused then may have signed in since.
  return early.then(
    (reply) => (reply.ok ? reply : fetch(request)),
    () => fetch(request),
  )
}
