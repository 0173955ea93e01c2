import { accountState } from '#web/data/account/account-state.ts'
import { browserStorage } from '#web/data/browser-storage.ts'
import { type Draft, emptyDraft, parseDraft } from '#web/data/drafts/parse-draft.ts'
import { createStore } from '#web/data/store.ts'

/** A draft for each user, also where several use one browser. */
const storageKey = () => {
  const state = accountState.get()
  return state.status === 'signed-in' ? `espalier.draft.${state.user.id}` : null
}

const readDraft = () => {
  const key = storageKey()
  return key === null ? emptyDraft : parseDraft(browserStorage.readJson(key))
}

/** The draft of the signed-in user; it survives a reload. */
export const draft = createStore<Draft>(readDraft())

let owner = storageKey()
accountState.subscribe(() => {
  if (storageKey() === owner) return
  owner = storageKey()
  draft.set(readDraft())
})

/** Changes parts of the draft. */
export function changeDraft(change: Partial<Draft>): void {
  draft.set({ ...draft.get(), ...change })
  const key = storageKey()
  if (key !== null) browserStorage.writeJson(key, draft.get())
}
