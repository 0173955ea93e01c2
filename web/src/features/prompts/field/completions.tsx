import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import type { SavedPromptShape } from '#contract/prompts/saved-prompt.ts'
import { nameKey } from '#domain/prompt/name-key.ts'
import type { CompletionToken } from '#domain/prompt/prompt-completion.ts'
import { matchesWords } from '#domain/text/matches-words.ts'
import { imageAddress, uploadAddress } from '#web/data/pictures/image-address.ts'
import { referencesQuery } from '#web/data/words/named-references.ts'
import { countUseOfPrompt, savedPromptsQuery } from '#web/data/words/saved-prompts.ts'
import { wordListsQuery } from '#web/data/words/word-lists.ts'
import { type SuggestionKeys, Suggestions } from '#web/ui/suggestions.tsx'
import { completionTexts as texts } from './texts.ts'
import type { PromptEditing } from './use-prompt-editing.ts'
import './completions.css'

/** The most suggestions that are shown. */
const maxShown = 8

/** One suggestion: a name with what tells it apart. */
type Completion = {
  readonly id: string
  readonly name: string
  readonly detail: string
  /** The addresses of its pictures. */
  readonly thumbnails: readonly string[]
  /** Null where the name itself is put into the prompt. */
  readonly saved: SavedPromptShape | null
}

type CompletionsProps = {
  editing: PromptEditing
  /** The name of the field. */
  label: string
  token: CompletionToken
  keys: RefObject<SuggestionKeys | null>
  onChoose(put: (token: CompletionToken) => void): void
  onLeave(): void
}

/** The names that fit what is being written before the caret. Nothing while there are none. */
export function Completions({ editing, label, token, keys, onChoose, onLeave }: CompletionsProps) {
  const items = useCompletions(token)
  const [only] = items
  const isWhole =
    items.length === 1 &&
    token.kind === 'reference' &&
    only !== undefined &&
    nameKey(only.name) === nameKey(token.query)
  if (items.length === 0 || isWhole) return null
  return (
    <Suggestions
      field={editing.field}
      keys={keys}
      fieldLabel={label}
      label={texts.lists[token.kind]}
      announced={texts.found(items.length)}
      items={items}
      idOf={({ id }) => id}
      render={({ name, detail, thumbnails }) => (
        <>
          {thumbnails.length > 0 && (
            <span className="completion-pictures">
              {thumbnails.map((address) => (
                <img key={address} src={address} alt="" />
              ))}
            </span>
          )}
          <bdi className="max-w-[60%] flex-none truncate">{name}</bdi>
          <bdi className="min-w-0 truncate text-muted">{detail}</bdi>
        </>
      )}
      onChoose={({ name, saved }) =>
        onChoose((at) => {
          if (!saved) return editing.complete(at, name)
          editing.use(saved, at)
          countUseOfPrompt(saved.id)
        })
      }
      onLeave={onLeave}
    />
  )
}

function useCompletions({ kind, query }: CompletionToken): readonly Completion[] {
  const prompts = useQuery({ ...savedPromptsQuery(query), enabled: kind === 'saved-prompt' })
  const references = useQuery({ ...referencesQuery, enabled: kind === 'reference' })
  const lists = useQuery({ ...wordListsQuery, enabled: kind === 'word-list' })
  const isWanted = query === '' ? () => true : matchesWords(query)
  const named = <Item extends { readonly name: string }>(items: readonly Item[] = []) =>
    items.filter(({ name }) => isWanted(name)).slice(0, maxShown)
  if (kind === 'saved-prompt')
    return (
      (prompts.data ?? [])
        // While the next ones are read, those of the words before are still there.
        .filter(({ name, text, tags }) => !prompts.isPlaceholderData || isWanted([name, text, ...tags].join(' ')))
        .slice(0, maxShown)
        .map((saved) => ({ id: saved.id, name: saved.name, detail: saved.text, thumbnails: [], saved }))
    )
  if (kind === 'reference')
    return named(references.data).map((reference) => {
      const [newest] = reference.versions
      const thumbnails = [
        ...(newest?.imageIds ?? []).map((id) => imageAddress(id, 64)),
        ...(newest?.uploadIds ?? []).map((id) => uploadAddress(id, 64)),
      ].slice(0, 3)
      return { id: reference.id, name: reference.name, detail: texts.kinds[reference.kind], thumbnails, saved: null }
    })
  return named(lists.data).map(({ id, name, words }) => ({
    id,
    name,
    detail: texts.words(words.length),
    thumbnails: [],
    saved: null,
  }))
}
