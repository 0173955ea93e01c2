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
export const phoneQuery = '(max-width: 639px)'
