import { createStore } from '#web/data/store.ts'
import { readStored, store } from '#web/data/stored-text.ts'

const storageKey = 'inspirations'

export type PanelState = 'shown' | 'hidden'

/** Whether the panel of inspirations is shown on wide screens; this browser remembers it. */
export const panelState = createStore<PanelState>(readStored(storageKey) === 'hidden' ? 'hidden' : 'shown')

/** Shows or hides the panel, and remembers it. */
export function setPanelState(state: PanelState): void {
  panelState.set(state)
  store(storageKey, state)
}
