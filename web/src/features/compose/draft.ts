import { type Draft, joinDrafts, parseDraft } from '#web/data/drafts/parse-draft.ts'
import { createUserStore } from '#web/data/storage/user-store.ts'

/** The draft of the signed-in user; it survives a reload. */
export const draft = createUserStore<Draft>('draft', parseDraft, joinDrafts)

/** Changes parts of the draft. */
export const changeDraft = (change: Partial<Draft>): void => draft.set({ ...draft.get(), ...change })
