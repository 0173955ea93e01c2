import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { assetTexts } from './texts.ts'

/** Debounce: the list does not change with each typed letter. */
const restMs = 250

type AssetSearchProps = {
  value: string
  /** The key that moves the focus into it, shown at its end; null where the page has none. */
  keys: string | null
  onChange(words: string): void
}

/** The search in the prompts; it requests results when the typing pauses. */
export function AssetSearch({ value, keys, onChange }: AssetSearchProps) {
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
      {keys && <kbd>{keys}</kbd>}
    </div>
  )
}
