import type { PromptText } from '#domain/prompt/prompt-text.ts'
import { joinPrompts, parsePromptText } from '#web/data/drafts/parse-draft.ts'
import { createKeptValues } from '#web/data/storage/kept-values.ts'

/** The changes of a card whose branch is to be run again. */
export type RerunDraft = PromptText & {
  /** The display name of the model that was chosen; null: the card's own. */
  readonly modelName: string | null
}

/** The unsent changes of cards, in this tab; null where there are none. */
export const rerunDrafts = createKeptValues<RerunDraft | null>('rerun-draft.', {
  parse(stored) {
    const { prompt, modelName } = Object(stored) as { prompt?: unknown; modelName?: unknown }
    if (typeof prompt !== 'string') return null
    return { ...parsePromptText(stored), modelName: typeof modelName === 'string' ? modelName : null }
  },
  merge: (earlier, written) =>
    earlier && written
      ? { ...joinPrompts(earlier, written), modelName: written.modelName ?? earlier.modelName }
      : (written ?? earlier),
})

/** Drops a draft that was sent; a newer one stays. */
export function forgetRerunDraft(cardId: string, sent: RerunDraft): void {
  const now = rerunDrafts.read(cardId)
  if (now?.prompt === sent.prompt && now.modelName === sent.modelName) rerunDrafts.remove(cardId)
}
