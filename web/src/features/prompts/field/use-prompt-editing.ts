import { type RefObject, useRef } from 'react'
import type { SavedPromptShape } from '#contract/prompts/saved-prompt.ts'
import { type CompletionToken, completionText } from '#domain/prompt/prompt-completion.ts'
import { changedPrompt, improvedPrompt, type PromptText } from '#domain/prompt/prompt-text.ts'

export type PromptEditing = {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly text: PromptText
  /** The prompt as the field has it after a key, a paste or an undo. */
  type(prompt: string): void
  /** Puts a text at the caret, as if it were typed. */
  insert(text: string): void
  /** Puts the name of a reference or a list in the place of what is being written. */
  complete(token: CompletionToken, name: string): void
  /** Replaces the prompt with a saved one, or what is being written of its name, and selects its first `{variable}`. */
  use(saved: SavedPromptShape, token?: CompletionToken): void
  /** Replaces the prompt by the proposal of a language model. */
  accept(proposal: string): void
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

/**
 * Editing of one prompt box by keys, suggestions and proposals. Every change goes through the field, so that one undo of the browser takes
 * it back.
 */
export function usePromptEditing({ text, onChange, onSettings }: Options): PromptEditing {
  const field = useRef<HTMLTextAreaElement>(null)
  /** Set while a proposal is put into the field: its text is an improved one. */
  const isProposal = useRef(false)

  const type = (prompt: string) =>
    onChange(isProposal.current ? improvedPrompt(text, prompt) : changedPrompt(text, prompt))

  /** Replaces a range of the field, as if it were typed. */
  const replace = (start: number, end: number, replacement: string) => {
    const node = field.current
    if (!node) return
    node.focus({ preventScroll: true })
    node.setSelectionRange(start, end)
    const isDone =
      replacement === '' ? document.execCommand('delete') : document.execCommand('insertText', false, replacement)
    if (!isDone) type(node.value.slice(0, start) + replacement + node.value.slice(end))
  }
  const replaceAll = (replacement: string) => replace(0, field.current?.value.length ?? 0, replacement)
  const caret = () => field.current?.selectionEnd ?? text.prompt.length

  return {
    field,
    text,
    type,
    insert(added) {
      const before = (field.current?.value ?? '').slice(0, caret())
      replace(field.current?.selectionStart ?? caret(), caret(), /(^|\s)$/.test(before) ? added : ` ${added}`)
    },
    complete({ kind, start }, name) {
      if (kind === 'saved-prompt') return
      replace(start, caret(), `${completionText(kind, name)} `)
    },
    use(saved, token) {
      const start = token?.start ?? 0
      if (token) replace(start, caret(), saved.text)
      else replaceAll(saved.text)
      onSettings?.(saved)
      const found = variable.exec(saved.text)
      if (found) field.current?.setSelectionRange(start + found.index, start + found.index + found[0].length)
    },
    accept(proposal) {
      isProposal.current = true
      try {
        replaceAll(proposal)
      } finally {
        isProposal.current = false
      }
    },
    restore() {
      if (text.improvedFrom !== null) replaceAll(text.improvedFrom)
    },
  }
}
