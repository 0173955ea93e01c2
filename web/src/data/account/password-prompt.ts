import { useSyncExternalStore } from 'react'

type Outcome = 'confirmed' | 'canceled'

/** The open request for the password; null while there is none. */
let settle: ((outcome: Outcome) => void) | null = null
const listeners = new Set<() => void>()

function setPrompt(next: typeof settle): void {
  settle = next
  for (const listener of listeners) listener()
}

/** Opens the dialog that asks for the password; an earlier one is canceled. */
export function askForPassword(): Promise<Outcome> {
  settle?.('canceled')
  return new Promise((resolve) => setPrompt(resolve))
}

/** Closes the dialog with its outcome. */
export function closePasswordPrompt(outcome: Outcome): void {
  const settled = settle
  setPrompt(null)
  settled?.(outcome)
}

/** Whether the password is being asked for. */
export const usePasswordPrompt = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => settle !== null,
    // The first screen is written by the build.
    () => false,
  )
