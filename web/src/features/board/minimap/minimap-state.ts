import { browserStorage } from '#web/data/browser-storage.ts'
import { createStore, type Store } from '#web/data/store.ts'

export type MinimapState = 'open' | 'folded'

const storageKey = 'espalier.minimap'

const read = (): MinimapState => (browserStorage.read(storageKey) === 'folded' ? 'folded' : 'open')

/** Whether the minimap is open, as it was left in this browser. */
export function createMinimapState(): Store<MinimapState> {
  const store = createStore(read())
  store.subscribe(() => void browserStorage.write(storageKey, store.get()))
  return store
}
