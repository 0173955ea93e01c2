import { useState } from 'react'

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
