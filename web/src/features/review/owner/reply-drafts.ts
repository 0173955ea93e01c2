import { joinWords } from '#web/data/drafts/parse-draft.ts'
import { createKeptValues } from '#web/data/storage/kept-values.ts'

/** Replies that are typed and not sent, by the id of the comment. */
export const replyDrafts = createKeptValues('reply.', {
  parse: (stored) => (typeof stored === 'string' ? stored : ''),
  merge: joinWords,
})
