import { type RefObject, useRef } from 'react'
import type { SavedPromptShape } from '#contract/prompts/saved-prompt.ts'
import { type CompletionToken, completionEnd, completionText } from '#domain/prompt/prompt-completion.ts'
import { type AcceptedProposal, acceptedProposal, changedPrompt, type PromptText } from '#domain/prompt/prompt-text.ts'
import { replaceText } from '#web/ui/replace-text.ts'

export type PromptEditing = {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly text: PromptText
  /** The prompt as the field has it after a key, a paste or an undo. */
  type(prompt: string): void
  /** Puts a text at the caret, as if it were typed. */
  insert(text: string): void
  /** Puts the name of a reference or a list in the place of the one that the caret stands in. */
  complete(token: CompletionToken, name: string): void
  /** Replaces the prompt with a saved one, or what is being written of its name, and selects its first `{variable}`. */
  use(saved: SavedPromptShape, token?: CompletionToken): void
  /** Replaces the prompt by the proposal of a language model. @param asked The text that it was asked to improve. */
  accept(proposal: string, asked: string): void
  /** Brings back what was written before the prompt was improved. */
  restore(): void
}

type Options = {
  readonly text: PromptText
  onChange(text: PromptText): void
  /** Takes the model and the settings that a saved prompt comes with, as far as the box has them. */
  onSettings?(saved: SavedPromptShape): void
}

const variable = /\{[^{}]{1,200}\}/
const nameCharacter = /[\p{L}\p{M}\p{N}_-]/u

/**
 * Editing of one prompt box by keys, suggestions and proposals. Every change goes through the field, so that one undo of the browser takes
 * it back.
 */
export function usePromptEditing({ text, onChange, onSettings }: Options): PromptEditing {
  const field = useRef<HTMLTextAreaElement>(null)
  const accepted = useRef<AcceptedProposal | null>(null)
  /** The origin of a text that is put into the field just now; null: the user's keys. */
  const origin = useRef<'proposal' | 'other' | null>(null)

  const type = (prompt: string) => {
    if (origin.current === 'other') onChange({ prompt, improvedFrom: null })
    else if (origin.current === 'proposal' && accepted.current)
      onChange({ prompt, improvedFrom: accepted.current.improvedFrom })
    else onChange(changedPrompt(text, prompt, accepted.current))
  }
  const replace = (start: number, end: number, replacement: string) => {
    const node = field.current
    if (!node || replaceText(node, [start, end], replacement)) return
    type(node.value.slice(0, start) + replacement + node.value.slice(end))
  }
  const replaceAll = (replacement: string, from: 'proposal' | 'other') => {
    origin.current = from
    try {
      replace(0, field.current?.value.length ?? 0, replacement)
    } finally {
      origin.current = null
    }
  }
  const caret = () => field.current?.selectionStart ?? text.prompt.length

  return {
    field,
    text,
    type,
    insert(added) {
      const { value = '', selectionStart = 0, selectionEnd = 0 } = field.current ?? {}
      const before = /(^|\s)$/.test(value.slice(0, selectionStart)) ? '' : ' '
      const after = nameCharacter.test(value.charAt(selectionEnd)) ? ' ' : ''
      replace(selectionStart, selectionEnd, before + added + after)
    },
    complete({ kind, start }, name) {
      if (kind === 'saved-prompt') return
      const value = field.current?.value ?? ''
      const end = completionEnd(kind, value, caret())
      replace(start, end, completionText(kind, name) + (end === value.length ? ' ' : ''))
    },
    use(saved, token) {
      // As the field has it: breaks of lines count as one character there.
      const words = saved.text.replaceAll('\r\n', '\n')
      const start = token?.start ?? 0
      if (token) replace(start, caret(), words)
      else replaceAll(words, 'other')
      onSettings?.(saved)
      const found = variable.exec(words)
      if (found) field.current?.setSelectionRange(start + found.index, start + found.index + found[0].length)
    },
    accept(proposal, asked) {
      accepted.current = acceptedProposal(text, asked, proposal)
      replaceAll(proposal, 'proposal')
    },
    restore() {
      if (text.improvedFrom !== null) replaceAll(text.improvedFrom, 'other')
    },
  }
}
