import { useSyncExternalStore } from 'react'

/** An observable value. */
export type Store<Value> = {
  get(): Value
  set(next: Value): void
  subscribe(listener: () => void): () => void
}

/** Creates a store; setting the same value again notifies no listener. */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Returns the store's value and renders again when it changes. */
export const useStore = <Value>(store: Pick<Store<Value>, 'get' | 'subscribe'>) =>
  useSyncExternalStore(store.subscribe, store.get, store.get)
