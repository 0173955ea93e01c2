import { useEffect, useState } from 'react'

const inputs = ['pointermove', 'pointerdown', 'keydown'] as const

/**
 * Runs an action once, at the first move, touch or key: to load what the user may need next, and not while the page
 * itself is loading. It must be the same function at each render.
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
 * Restores the focus when a dialog without a trigger of its own closes: to the element that had it when the dialog
 * opened. Give the result to `onCloseAutoFocus`.
 * @param fallback A selector of the element to use if that one is gone, such as an item of a closed menu.
 */
export function useReturnFocus(fallback: string): (event: Event) => void {
  const [before] = useState(() => document.activeElement)
  return (event) => {
    event.preventDefault()
    const isThere = before instanceof HTMLElement && before !== document.body && before.isConnected
    // Items of a menu or a hover card are removed with it, perhaps a moment after the dialog.
    const isLasting = isThere && !before.closest('.popover, [role=menu]')
    const target = isLasting ? before : document.querySelector<HTMLElement>(fallback)
    target?.focus({ preventScroll: true })
  }
}

/** Focuses an opened panel itself, so that nothing in it looks chosen. For `onOpenAutoFocus`. */
export function focusPanel(event: Event): void {
  event.preventDefault()
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
}

/** Moves the focus within a list by this many places; at the end of the list it stays. */
export function moveFocus(elements: readonly HTMLElement[], by: number): void {
  const among: readonly (Element | null)[] = elements
  elements[among.indexOf(document.activeElement) + by]?.focus()
}
