import { useEffect, useState } from 'react'

const inputs = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Runs an action once, at the first move, touch or key: what the person may want next is loaded then, and not while the
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

/**
 * Where the focus goes when a dialog without a trigger of its own closes: back to what had it when the dialog opened. Give the
 * result to `onCloseAutoFocus`.
 * @param fallback A selector of what takes it where that is gone, such as an item of a menu that has closed.
 */
export function useReturnFocus(fallback: string): (event: Event) => void {
  const [before] = useState(() => document.activeElement)
  return (event) => {
    event.preventDefault()
    const isThere = before instanceof HTMLElement && before !== document.body && before.isConnected
    // What lies in a menu or a hover card goes with it, perhaps a moment after the dialog.
    const isLasting = isThere && !before.closest('.popover, [role=menu]')
    const target = isLasting ? before : document.querySelector<HTMLElement>(fallback)
    target?.focus({ preventScroll: true })
  }
}

/** Moves the focus within a list by so many places; where the list ends, it stays. */
export function moveFocus(elements: readonly HTMLElement[], by: number): void {
  const among: readonly (Element | null)[] = elements
  elements[among.indexOf(document.activeElement) + by]?.focus()
}
