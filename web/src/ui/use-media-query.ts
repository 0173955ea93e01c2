import { useSyncExternalStore } from 'react'

/** Whether a CSS media query holds now. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
    // Without a window, where the first screens are written.
    () => false,
  )
}

/** People who asked their system for less motion. */
export const reducedMotionQuery = '(prefers-reduced-motion: reduce)'

/** Below this the tab bar and the sheets take over; the same width as Tailwind's `sm`. */
export const phoneQuery = '(max-width: 639px)'
