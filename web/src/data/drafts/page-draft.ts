import { createUserStore } from '#web/data/storage/user-store.ts'
import { joinPrompts, joinWords, parsePromptText } from './parse-draft.ts'

/** The prompt of the video page; it survives a reload. */
export const videoDraft = createUserStore(
  'page-draft.video',
  (stored) => (typeof stored === 'string' ? stored : ''),
  joinWords,
)

/** The instruction of the page that edits an image; it survives a reload. The release before kept a text alone. */
export const editPageDraft = createUserStore(
  'page-draft.edit',
  (stored) => parsePromptText(typeof stored === 'string' ? { prompt: stored } : stored),
  joinPrompts,
)
