import { createStore } from './store.ts'

/**
 * Whether the built-in painter is all there is to choose, as the server knew it when it handed out the page: before the
 * models are read. False where the page does not say.
 */
export const painterAlone = createStore(
  typeof document !== 'undefined' && document.getElementById('root')?.dataset.painter === 'alone',
)
