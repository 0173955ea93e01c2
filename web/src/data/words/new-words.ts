import type { SavedSettings } from '#contract/prompts/saved-prompt.ts'
import type { ReferenceKind } from '#domain/prompt/named-reference.ts'

/** A prompt that can be saved, with the model and the settings that it was written for. */
export type WrittenPrompt = {
  readonly prompt: string
  /** The model's `value`; null: none. */
  readonly model: string | null
  readonly settings: SavedSettings | null
}

/** Images that can be named. */
export type UnnamedReference = {
  /** A proposal; empty: none. */
  readonly name: string
  readonly kind: ReferenceKind
  /** In the order in which they are sent. */
  readonly imageIds: readonly string[]
}

/** A form for a new prompt or reference, with its first content. */
export type NewWords =
  | { readonly kind: 'prompt'; readonly written: WrittenPrompt }
  | { readonly kind: 'reference'; readonly unnamed: UnnamedReference }
