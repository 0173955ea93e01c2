import { useId, useRef } from 'react'
import { appendPhrase } from '#domain/prompt/append-phrase.ts'
import { videoDraft } from '#web/data/drafts/page-draft.ts'
import { useStore } from '#web/data/store.ts'
import { Button } from '#web/ui/button.tsx'
import { placeholderTexts } from './coming-texts.ts'
import './coming-screen.css'

/** The page of a coming feature: a heading, a prompt box that keeps its draft, and suggestions. */
export function ComingScreen() {
  const texts = placeholderTexts.video
  const prompt = useStore(videoDraft)
  const field = useRef<HTMLTextAreaElement>(null)
  const note = useId()
  const suggest = (words: string) => {
    videoDraft.set(appendPhrase(prompt, words))
    field.current?.focus()
  }

  return (
    <main className="mx-auto grid max-w-[760px] gap-6 px-8 pt-30 pb-24 max-sm:gap-5 max-sm:px-4 max-sm:pt-18">
      <h1 className="display text-center text-44 max-sm:text-left max-sm:text-28">{texts.title}</h1>
      <div className="coming-box rounded-20 bg-panel p-3">
        <textarea
          className="block field-sizing-content max-h-[200px] min-h-[80px] w-full resize-none bg-transparent px-2 py-1 text-16 outline-none"
          dir="auto"
          ref={field}
          aria-label={placeholderTexts.label}
          aria-describedby={note}
          placeholder={texts.placeholder}
          rows={3}
          maxLength={4_000}
          value={prompt}
          onChange={(event) => videoDraft.set(event.target.value)}
        />
        <div className="mt-2 flex items-end justify-between gap-4 pl-2">
          <p id={note} className="text-12 text-muted">
            <span className="block text-ink">{texts.coming}</span>
            {texts.kept}
          </p>
          <Button kind="go" reason={texts.coming}>
            {placeholderTexts.go}
          </Button>
        </div>
      </div>
      <section className="grid gap-2 px-2">
        <h2 className="font-medium text-13 text-muted">{placeholderTexts.suggestions}</h2>
        <ul className="flex flex-wrap gap-2">
          {texts.suggestions.map((words) => (
            <li key={words}>
              <button
                type="button"
                className="coming-suggestion rounded-8 px-3 py-2 text-left text-13 text-muted inset-ring inset-ring-hairline hover:bg-raised hover:text-ink"
                onClick={() => suggest(words)}
              >
                {words}
              </button>
            </li>
          ))}
        </ul>
      </section>
    </main>
  )
}
