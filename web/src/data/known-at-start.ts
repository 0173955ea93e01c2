import { accountState } from './account/account-state.ts'
import { createStore } from './store.ts'

/** What the server knew of the person when it sent the page: the built-in painter is the only usable model; no project. */
export type KnownAtStart = 'painter-alone' | 'no-project'

const ofDocument = () =>
  (typeof document === 'undefined' ? undefined : document.getElementById('root')?.dataset.known) as
    | KnownAtStart
    | undefined

/** Before it is read: it decides the first screen. Null where the page does not contain it, and after the person has left. */
export const knownAtStart = createStore<KnownAtStart | null>(ofDocument() ?? null)

accountState.subscribe(() => {
  if (accountState.get().status === 'signed-out') knownAtStart.set(null)
})
