import { type BrowserStorage, tabStorage } from '#web/data/browser-storage.ts'

/** What was changed of a card whose branch is to be run again. */
export type RerunDraft = {
  readonly prompt: string
  /** The display name of the model that was chosen; null: the card's own. */
  readonly modelName: string | null
}

const keyOf = (cardId: string) => `rerun-draft ${cardId}`

/** What was changed of a card and not run yet, in this tab; null where nothing was. */
export function readRerunDraft(cardId: string, storage: BrowserStorage = tabStorage): RerunDraft | null {
  const { prompt, modelName } = Object(storage.readJson(keyOf(cardId))) as { prompt?: unknown; modelName?: unknown }
  if (typeof prompt !== 'string') return null
  return { prompt, modelName: typeof modelName === 'string' ? modelName : null }
}

export const keepRerunDraft = (cardId: string, draft: RerunDraft, storage: BrowserStorage = tabStorage): void =>
  void storage.writeJson(keyOf(cardId), draft)

/** Forgets a draft that was run; one that was written meanwhile stays. */
export function forgetRerunDraft(cardId: string, sent: RerunDraft, storage: BrowserStorage = tabStorage): void {
  const now = readRerunDraft(cardId, storage)
  if (now?.prompt === sent.prompt && now.modelName === sent.modelName) storage.remove(keyOf(cardId))
}
