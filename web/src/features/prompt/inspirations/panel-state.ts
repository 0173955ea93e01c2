import { browserStorage } from '#web/data/browser-storage.ts'
import { createStore } from '#web/data/store.ts'

const storageKey = 'inspirations'

export type PanelState = 'shown' | 'hidden'

/** Whether the panel of inspirations is shown on wide screens; this browser remembers it. */
export const panelState = createStore<PanelState>(browserStorage.read(storageKey) === 'hidden' ? 'hidden' : 'shown')

/** Shows or hides the panel, and remembers it. */
export function setPanelState(state: PanelState): void {
  panelState.set(state)
  browserStorage.write(storageKey, state)
}
