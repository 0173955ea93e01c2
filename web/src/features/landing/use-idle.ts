import { useEffect, useState } from 'react'

/** Long enough for a slow phone to be done with everything else. */
const restMs = 4_000
/** What shows that somebody is there. */
const signs = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const

/** Turns true when somebody does something on the page, or some time after it has loaded, when the browser has time. */
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
    for (const sign of signs) addEventListener(sign, ask, { once: true, passive: true })
    return () => {
      for (const sign of signs) removeEventListener(sign, ask)
      removeEventListener('load', start)
      clearTimeout(timer)
      if (idle) cancelIdleCallback(idle)
    }
  }, [])
  return isIdle
}
