/** Name of the copies of replies that `service-worker.ts` keeps. */
const dataCache = 'data'

/** Removes the copies of replies to the user, from a page: it may have no worker, as after a hard reload. */
export function forgetReplies(): void {
  // Pages over plain HTTP from another machine have no caches.
  if ('caches' in globalThis) void caches.delete(dataCache).catch(() => {})
}
