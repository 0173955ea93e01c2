declare global {
  /** Replies to the requests of `start.js`, by path. */
  var espalierEarly: Map<string, Promise<Response>> | undefined
}

/** Sends a request, or uses the reply to the same request of `start.js`: once, since it becomes outdated. */
export function fetchOrTake(request: Request): Promise<Response> {
  const { origin, pathname, search } = new URL(request.url)
  const early = globalThis.espalierEarly?.get(pathname)
  if (!early || request.method !== 'GET' || origin !== location.origin || search !== '') return fetch(request)
  globalThis.espalierEarly?.delete(pathname)
  // A connection that failed then may work now, and a user who was refused then may have signed in since.
  return early.then(
    (reply) => (reply.ok ? reply : fetch(request)),
    () => fetch(request),
  )
}
