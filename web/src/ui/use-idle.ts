import { useEffect } from 'react'

/** Long enough for the page to have come up on a slow phone, in milliseconds; for browsers without idle callbacks. */
const fallbackMs = 2_000

/** Runs something once when the page is up and has nothing else to do. It must be the same function at each render. */
export function useIdle(run: () => void): void {
  useEffect(() => {
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(run, fallbackMs)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(run)
    return () => cancelIdleCallback(handle)
  }, [run])
}
