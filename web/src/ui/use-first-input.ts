import { useEffect } from 'react'

const inputs = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Runs something once, when somebody first moves, touches or types: what they may want next is loaded then, and not while the
 * page itself still comes up. It must be the same function at each render.
 */
export function useFirstInput(run: () => void): void {
  useEffect(() => {
    const watch = new AbortController()
    const begin = () => {
      watch.abort()
      run()
    }
    for (const input of inputs) addEventListener(input, begin, { signal: watch.signal, passive: true })
    return () => watch.abort()
  }, [run])
}
