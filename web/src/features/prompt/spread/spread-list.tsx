import { Search } from 'lucide-react'
import { useState } from 'react'
import { holdsWords } from '#domain/text/holds-words.ts'
import { spreadTexts } from './texts.ts'

type Option = { readonly key: string; readonly label: string }

type SpreadListProps = {
  title: string
  /** The label of the field that narrows a long list; left out: there is none. */
  filter?: string
  /** What is said while the options are on their way; null when they are there. */
  loading?: string | null
  options: readonly Option[]
  chosen: readonly string[]
  onChoose(chosen: string[]): void
}

/** One thing that a prompt can be spread over: any number of its options. */
export function SpreadList({ title, filter, loading = null, options, chosen, onChoose }: SpreadListProps) {
  const [words, setWords] = useState('')
  const holds = holdsWords(words)
  const shown = options.filter(({ label }) => holds(label))
  const toggle = (key: string) => onChoose(chosen.includes(key) ? chosen.filter((it) => it !== key) : [...chosen, key])
  return (
    <fieldset className="grid min-w-0 content-start gap-2">
      <legend className="mb-2 font-semibold text-13">{title}</legend>
      {filter && (
        <label className="input h-9!">
          <Search aria-hidden="true" className="text-muted" />
          <input
            type="search"
            aria-label={filter}
            placeholder={filter}
            className="text-13"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </label>
      )}
      <ul className="grid max-h-[264px] content-start overflow-y-auto rounded-8 bg-well p-1 max-sm:max-h-[176px]">
        {shown.map(({ key, label }) => (
          <li key={key}>
            <label className="flex min-h-8 cursor-pointer items-center gap-2 rounded-4 px-2 text-13 hover:bg-raised max-sm:min-h-11">
              <input
                type="checkbox"
                className="size-4 shrink-0 accent-(--accent)"
                checked={chosen.includes(key)}
                onChange={() => toggle(key)}
              />
              <span className="min-w-0 truncate">{label}</span>
            </label>
          </li>
        ))}
        {shown.length === 0 && <li className="px-2 py-1 text-13 text-muted">{loading ?? spreadTexts.noMatch}</li>}
      </ul>
      {chosen.length === 0 && <p className="text-12 text-muted">{spreadTexts.asComposed}</p>}
    </fieldset>
  )
}
