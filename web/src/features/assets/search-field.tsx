import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { assetTexts } from './texts.ts'

/** Somebody who types is not interrupted by a list that changes with each letter. */
const restMs = 250

type SearchFieldProps = { value: string; onChange(words: string): void }

/** The search in the prompts; it asks when the typing rests. */
export function SearchField({ value, onChange }: SearchFieldProps) {
  const [words, setWords] = useState(value)
  const [asked, setAsked] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  const latest = useRef(onChange)
  latest.current = onChange
  // Changed from elsewhere: by a link, or by a press on 'Clear filters'.
  if (value !== lastValue) {
    setLastValue(value)
    if (value !== asked) {
      setAsked(value)
      setWords(value)
    }
  }
  useEffect(() => {
    if (words === asked) return
    const timer = setTimeout(() => {
      setAsked(words)
      latest.current(words)
    }, restMs)
    return () => clearTimeout(timer)
  }, [words, asked])

  return (
    <div className="input asset-search">
      <Search aria-hidden="true" className="text-muted" />
      <input
        id="asset-search"
        type="search"
        aria-label={assetTexts.search}
        placeholder={assetTexts.search}
        maxLength={200}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <kbd>/</kbd>
    </div>
  )
}
