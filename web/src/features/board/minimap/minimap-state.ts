import { createStore, type Store } from '#web/data/store.ts'

export type MinimapState = 'open' | 'folded'

const storageKey = 'espalier.minimap'

function read(): MinimapState {
  try {
    return localStorage.getItem(storageKey) === 'folded' ? 'folded' : 'open'
  } catch {
    return 'open'
  }
}

/** Whether the minimap is open, as it was left in this browser. */
export function createMinimapState(): Store<MinimapState> {
  const store = createStore(read())
  store.subscribe(() => {
    try {
      localStorage.setItem(storageKey, store.get())
    } catch {
      // Storage is blocked: it is open again the next time.
    }
  })
  return store
}
