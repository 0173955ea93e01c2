import { useEffect, useState } from 'react'

/** After the first paint and everything it needs, before anybody has read the headline. */
const restMs = 1_500

/** Turns true some time after the page has loaded, when the browser has nothing better to do. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    let idle = 0
    // Safari has no idle callbacks.
    const ask = () => {
      if ('requestIdleCallback' in window) idle = requestIdleCallback(() => setIdle(true))
      else setIdle(true)
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const start = () => {
      timer = setTimeout(ask, restMs)
    }
    if (document.readyState === 'complete') start()
    else addEventListener('load', start, { once: true })
    return () => {
      removeEventListener('load', start)
      clearTimeout(timer)
      if (idle) cancelIdleCallback(idle)
    }
  }, [])
  return isIdle
}
