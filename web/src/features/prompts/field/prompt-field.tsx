import { type ComponentProps, type KeyboardEvent, useRef, useState } from 'react'
import type { SavedSettings } from '#contract/prompts/saved-prompt.ts'
import { type CompletionToken, completionAt } from '#domain/prompt/prompt-completion.ts'
import type { AskedModel } from '#web/data/models/models.ts'
import { LazySlot, lazyPart } from '#web/ui/lazy-part.tsx'
import type { SuggestionKeys } from '#web/ui/suggestions.tsx'
import type { PromptNamesProps } from './prompt-names.tsx'
import { PromptTools } from './prompt-tools.tsx'
import type { PromptEditing } from './use-prompt-editing.ts'

const promptNames = lazyPart(async () => (await import('./prompt-names.tsx')).PromptNames)
const completions = lazyPart(async () => (await import('./completions.tsx')).Completions)

type PromptFieldProps = Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'ref' | 'aria-label'> & {
  editing: PromptEditing
  label: string
  /** The model that gets the pictures of the references, and what is attached beside them. */
  sentTo: Omit<PromptNamesProps, 'prompt'>
  /** The model that a prompt is improved for; null while the models are loading, and where none is available. */
  model: Pick<AskedModel, 'name' | 'modelOf'> | null
  /** The settings that a prompt is saved with; null in a box without settings. */
  settings: SavedSettings | null
  projectId: string | null
}

/**
 * The field of every prompt box, with its tools: `/` finds a saved prompt, `@` a named reference, `__` a list of words. Its keys come to `onKeyDown` where
 * no suggestion takes them.
 */
export function PromptField(props: PromptFieldProps) {
  const { editing, label, sentTo, model, settings, projectId, onKeyDown, onFocus, onBlur, onSelect, ...rest } = props
  const keys = useRef<SuggestionKeys | null>(null)
  const [caret, setCaret] = useState<number | null>(null)
  /** The start of the name whose suggestions were closed. */
  const [closed, setClosed] = useState<number | null>(null)
  const { prompt } = editing.text
  const token = caret === null ? null : completionAt(prompt, caret)
  const isOffered = token !== null && token.start !== closed
  const Completions = isOffered ? completions.loaded() : null

  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!event.nativeEvent.isComposing) keys.current?.(event)
    if (!event.defaultPrevented) onKeyDown?.(event)
  }
  const close = () => setClosed(token?.start ?? null)
  const choose = (chosen: (token: CompletionToken) => void) => {
    if (!token) return
    setCaret(null)
    chosen(token)
  }
  return (
    <>
      <div className="prompt-line">
        <textarea
          dir="auto"
          {...rest}
          ref={editing.field}
          aria-label={label}
          value={prompt}
          onChange={({ target }) => {
            editing.type(target.value)
            setCaret(target.selectionStart)
            if (token === null) setClosed(null)
          }}
          onSelect={(event) => {
            const { selectionStart } = event.currentTarget
            if (caret !== null && selectionStart !== caret) setCaret(selectionStart)
            onSelect?.(event)
          }}
          onKeyDown={press}
          onFocus={(event) => {
            completions.warm()
            onFocus?.(event)
          }}
          onBlur={(event) => {
            setCaret(null)
            onBlur?.(event)
          }}
        />
        <PromptTools
          editing={editing}
          model={model}
          settings={settings}
          projectId={projectId}
          disabled={rest.disabled ?? false}
        />
      </div>
      {hasNames(prompt) && <LazySlot part={promptNames} props={{ ...sentTo, prompt }} failed={null} />}
      {Completions && token && (
        <Completions
          key={token.kind}
          editing={editing}
          label={label}
          token={token}
          keys={keys}
          onChoose={choose}
          onLeave={close}
        />
      )}
    </>
  )
}

/** Whether a prompt may name something: the part that knows is fetched then. */
const hasNames = (prompt: string) => /@|__/.test(prompt)
