import { useSyncExternalStore } from 'react'

/** Whether a CSS media query matches now. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
    // At build time, where the first screens are written, there is no window.
    () => false,
  )
}

/** The system setting for reduced motion. */
export const reducedMotionQuery = '(prefers-reduced-motion: reduce)'

/** Below this width the tab bar and the sheets are used; the same width as Tailwind's `sm`. */
export const phoneQuery = '(width < 640px)'

/** Below this width panels beside a page give way: the same width as in the style sheets. */
export const narrowQuery = '(width < 1180px)'

function subscribe(listener: () => void) {
  const listening = new AbortController()
  addEventListener('online', listener, { signal: listening.signal })
  addEventListener('offline', listener, { signal: listening.signal })
  return () => listening.abort()
}

function onVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Whether the page is in front: a tab in the background is not seen. */
export const usePageVisible = () =>
  useSyncExternalStore(
    onVisibility,
    () => document.visibilityState === 'visible',
    () => true,
  )

/** Whether the browser has a connection at all. */
export const useOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
