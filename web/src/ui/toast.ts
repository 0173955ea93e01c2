import { useSyncExternalStore } from 'react'

export type Toast = {
  kind: 'success' | 'info' | 'error'
  title: string
  description?: string | undefined
  action?: { label: string; run(): void }
}

/** What was said before there was anything to show it. */
const waiting: Toast[] = []
const listeners = new Set<() => void>()
let show: ((toast: Toast) => void) | null = null
let areWanted = false

/** Shows a toast. The first one waits until what shows toasts is loaded: most pages that are opened need none. */
export function showToast(toast: Toast): void {
  if (show) {
    show(toast)
    return
  }
  waiting.push(toast)
  areWanted = true
  for (const listener of listeners) listener()
}

/** Hands over what has been said so far, and from now on all that is said. Returns the stop. */
export function connectToaster(showNow: (toast: Toast) => void): () => void {
  show = showNow
  for (const toast of waiting.splice(0)) showNow(toast)
  return () => {
    show = null
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether anything has been said yet. */
export const useToastsWanted = () =>
  useSyncExternalStore(
    subscribe,
    () => areWanted,
    () => false,
  )
