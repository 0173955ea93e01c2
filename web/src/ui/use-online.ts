import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  const listening = new AbortController()
  addEventListener('online', listener, { signal: listening.signal })
  addEventListener('offline', listener, { signal: listening.signal })
  return () => listening.abort()
}

/** Whether the browser has a connection at all. */
export const useOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
