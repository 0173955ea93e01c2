import { useState } from 'react'

/**
 * Where the focus goes when a dialog without a trigger of its own closes: back to what had it when the dialog opened. Give the
 * result to `onCloseAutoFocus`.
 */
export function useReturnFocus(): (event: Event) => void {
  const [before] = useState(() => document.activeElement)
  return (event) => {
    event.preventDefault()
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
  }
}
