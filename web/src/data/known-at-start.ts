import { accountState } from './account/account-state.ts'
import { createStore } from './store.ts'

/** The server's knowledge of the person when it sent the page: the built-in painter is the only usable model; no project. */
export type KnownAtStart = 'painter-alone' | 'no-project'

const ofDocument = () =>
  (typeof document === 'undefined' ? undefined : document.getElementById('root')?.dataset.known) as
    | KnownAtStart
    | undefined

/**
 * The state that the page shows until it has read the data itself, as its first screen does. Null where the document does not say it, and
 * after sign-out.
 */
export const knownAtStart = createStore<KnownAtStart | null>(ofDocument() ?? null)

accountState.subscribe(() => {
  if (accountState.get().status === 'signed-out') knownAtStart.set(null)
})
