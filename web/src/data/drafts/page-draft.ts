import { createUserStore } from '#web/data/storage/user-store.ts'
import { joinWords } from './parse-draft.ts'

/** The pages that keep their draft. */
export type DraftName = 'video' | 'edit'

const createPageDraft = (name: DraftName) =>
  createUserStore(`page-draft.${name}`, (stored) => (typeof stored === 'string' ? stored : ''), joinWords)

const drafts = { video: createPageDraft('video'), edit: createPageDraft('edit') }

/** The draft of a page; it survives a reload. */
export const keptDraft = (name: DraftName) => drafts[name]

/** Stores the draft. */
export const keepDraft = (name: DraftName, prompt: string): void => drafts[name].set(prompt)
