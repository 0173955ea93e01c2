import { useSyncExternalStore } from 'react'

export type Toast = {
  /** A later toast with the same id takes the place of this one; default: one with the same words does. */
  id?: string
  kind: 'success' | 'info' | 'error'
  title: string
  description?: string | undefined
  /** Action of its button, or the page that it opens. */
  action?: { label: string; run(): void } | { label: string; to: '/pricing' }
}

/** Toasts from before the toaster was loaded. */
const waiting: Toast[] = []
const listeners = new Set<() => void>()
let show: ((toast: Toast) => void) | null = null
let areWanted = false

/** Shows a toast. The first one waits until the toaster is loaded: most pages never need one. */
export function showToast(toast: Toast): void {
  if (show) {
    show(toast)
    return
  }
  waiting.push(toast)
  areWanted = true
  for (const listener of listeners) listener()
}

/** Passes on the toasts so far, and all later ones. Returns the stop. */
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

/** Whether a toast has been shown yet. */
export const useToastsWanted = () =>
  useSyncExternalStore(
    subscribe,
    () => areWanted,
    () => false,
  )
