import { type KeyboardEvent, useId, useRef } from 'react'
import { appendPhrase } from '#domain/prompt/append-phrase.ts'
import { useStore } from '#web/data/store.ts'
import { Button } from '#web/ui/button.tsx'
import { type DraftName, keepDraft, keptDraft } from './kept-draft.ts'
import { placeholderTexts } from './texts.ts'
import './placeholders.css'

type ComingScreenProps = {
  name: DraftName
  /** Sends the text to another page; null where it cannot be used yet. */
  onGo: ((prompt: string) => void) | null
}

/** A page of a coming feature: a heading, a prompt box that keeps its draft, and suggestions. */
export function ComingScreen({ name, onGo }: ComingScreenProps) {
  const texts = placeholderTexts[name]
  const prompt = useStore(keptDraft(name))
  const field = useRef<HTMLTextAreaElement>(null)
  const note = useId()
  const reason = onGo ? (prompt.trim() === '' ? texts.placeholder : null) : texts.coming

  const go = () => {
    if (!onGo || prompt.trim() === '') return
    keepDraft(name, '')
    onGo(prompt.trim())
  }
  const goByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    go()
  }
  const suggest = (words: string) => {
    keepDraft(name, appendPhrase(prompt, words))
    field.current?.focus()
  }

  return (
    <main className="mx-auto grid max-w-[760px] gap-6 px-8 pt-30 pb-24 max-sm:gap-5 max-sm:px-4 max-sm:pt-18">
      <h1 className="display text-center text-44 max-sm:text-left max-sm:text-28">{texts.title}</h1>
      <div className="coming-box">
        <textarea
          ref={field}
          aria-label={placeholderTexts.label}
          aria-describedby={note}
          placeholder={texts.placeholder}
          rows={3}
          maxLength={4_000}
          value={prompt}
          onChange={(event) => keepDraft(name, event.target.value)}
          onKeyDown={goByKey}
        />
        <div className="mt-2 flex items-end justify-between gap-4 pl-2">
          <p id={note} className="text-12 text-muted">
            <span className="block text-ink">{texts.coming}</span>
            {texts.kept}
          </p>
          <Button kind="go" reason={reason} onClick={go}>
            {placeholderTexts.go}
          </Button>
        </div>
      </div>
      <section className="grid gap-2 px-2">
        <h2 className="font-medium text-13 text-muted">{placeholderTexts.suggestions}</h2>
        <ul className="flex flex-wrap gap-2">
          {texts.suggestions.map((words) => (
            <li key={words}>
              <button type="button" className="coming-suggestion" onClick={() => suggest(words)}>
                {words}
              </button>
            </li>
          ))}
        </ul>
      </section>
    </main>
  )
}
