import type { PictureSettings } from '#domain/models/settings-for-model.ts'
import type { Attachment } from '#domain/prompt/attachment.ts'
import { noSpread, type Spread } from '#domain/series/spread.ts'
import { prefilledPrompts } from './branch-kinds.ts'
import type { Composing } from './composing.ts'

/** What stands in the prompt panel. */
export type ComposeDraft = PictureSettings & {
  readonly prompt: string
  readonly attachments: readonly Attachment[]
  readonly spread: Spread
  /** The display name of the model that was chosen here; null: the parent's, else the default. */
  readonly modelName: string | null
}

/** What the panel starts with. */
export const freshDraft = (kind: Composing['kind']): ComposeDraft => ({
  prompt: kind === 'new' ? '' : prefilledPrompts[kind],
  aspectRatio: '2:3',
  resolution: '1K',
  rawMode: false,
  attachments: [],
  spread: noSpread,
  modelName: null,
})

const keyOf = (composing: Composing) =>
  composing.kind === 'new' ? 'new' : `${composing.kind} ${composing.source.parentId}`

/**
 * What has been typed and not sent, by parent and kind: a panel that was closed by accident opens as it was. With it the key
 * of the last try, so that one that was lost on the way is not made twice.
 */
export function createComposeDrafts() {
  const drafts = new Map<string, ComposeDraft>()
  const tries = new Map<string, { readonly body: string; readonly key: string }>()
  return {
    read: (composing: Composing) => drafts.get(keyOf(composing)) ?? freshDraft(composing.kind),
    keep: (composing: Composing, draft: ComposeDraft) => void drafts.set(keyOf(composing), draft),

    forget(composing: Composing) {
      drafts.delete(keyOf(composing))
      tries.delete(keyOf(composing))
    },

    /** The idempotency key for a request: the one from before as long as the same is asked for. */
    requestKey(composing: Composing, body: string): string {
      const last = tries.get(keyOf(composing))
      const key = last?.body === body ? last.key : crypto.randomUUID()
      tries.set(keyOf(composing), { body, key })
      return key
    },
  }
}
