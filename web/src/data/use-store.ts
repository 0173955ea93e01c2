import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

/** The store's value, rendered again when it changes. */
export const useStore = <Value>(store: Store<Value>) => useSyncExternalStore(store.subscribe, store.get, store.get)
