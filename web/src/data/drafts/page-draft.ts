import { browserStorage } from '#web/data/browser-storage.ts'
import { createStore, type Store } from '#web/data/store.ts'

/** The pages that keep their draft. */
export type DraftName = 'video' | 'edit'

const storageKey = (name: DraftName) => `espalier.page-draft.${name}`

const read = (name: DraftName) => browserStorage.read(storageKey(name)) ?? ''

const drafts: Record<DraftName, Store<string>> = { video: createStore(read('video')), edit: createStore(read('edit')) }

/** The draft of a page; it survives a reload. */
export const keptDraft = (name: DraftName) => drafts[name]

/** Stores the draft. */
export function keepDraft(name: DraftName, prompt: string): void {
  drafts[name].set(prompt)
  browserStorage.write(storageKey(name), prompt)
}
