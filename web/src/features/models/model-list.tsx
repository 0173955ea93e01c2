import { Check, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { ModelShape } from '#contract/model.ts'
import { matchingModels } from './matching-models.ts'
import { modelTexts } from './texts.ts'

type ModelListProps = {
  models: readonly ModelShape[]
  chosen: ModelShape | null
  /** The one that is pointed at or reached with the arrows. */
  active: ModelShape | null
  onActivate(model: ModelShape): void
  onChoose(model: ModelShape): void
}

/** The filter and the list under it: type, arrows, Enter. What is not available is listed, but can't be chosen. */
export function ModelList({ models, chosen, active, onActivate, onChoose }: ModelListProps) {
  const [words, setWords] = useState('')
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const shown = matchingModels(models, words)
  const current = active && shown.includes(active) ? active : (shown[0] ?? null)

  const activeId = current ? `${id}-${current.value}` : undefined
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const step = (by: number) => {
    const next = shown[Math.max(0, Math.min(shown.length - 1, (current ? shown.indexOf(current) : -1) + by))]
    if (next) onActivate(next)
  }

  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key === 'Enter' && current?.isAvailable) onChoose(current)
    else return
    event.preventDefault()
  }

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="m-2 flex h-9 shrink-0 items-center gap-2 rounded-8 bg-raised px-2.5 text-13 focus-within:outline-2 focus-within:outline-ink">
        <Search aria-hidden="true" className="text-muted" />
        <input
          role="combobox"
          aria-label={modelTexts.filter(models.length)}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={activeId}
          placeholder={modelTexts.filter(models.length)}
          className="min-w-0 flex-1 bg-transparent outline-none"
          value={words}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={press}
        />
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={modelTexts.heading}
        tabIndex={-1}
        className="min-h-0 flex-1 overflow-y-auto border-hairline border-t p-1"
      >
        {shown.map((model) => (
          // The combobox holds the focus and the keys; the options are only pointed at.
          // biome-ignore lint/a11y/useFocusableInteractive: reached through aria-activedescendant
          // biome-ignore lint/a11y/useKeyWithClickEvents: Enter is handled by the combobox
          <div
            key={model.value}
            id={`${id}-${model.value}`}
            role="option"
            aria-selected={model === current}
            aria-disabled={!model.isAvailable}
            className="menu-item h-9! max-sm:h-11! gap-2!"
            onPointerMove={() => model !== active && onActivate(model)}
            onClick={() => (model.isAvailable ? onChoose(model) : onActivate(model))}
          >
            <Check aria-hidden="true" className={model === chosen ? 'text-accent!' : 'invisible'} />
            <span className={model.isAvailable ? 'truncate font-medium' : 'truncate font-medium text-faint'}>
              {model.name}
            </span>
            <span className="badge">{model.isAvailable ? model.badge : modelTexts.notConnected}</span>
            <span className="ml-auto w-14 text-right text-muted tabular-nums">
              {modelTexts.seconds(model.stats.speed)}
            </span>
            <span className="w-10 text-right text-muted tabular-nums">{modelTexts.credits(model.stats.credits)}</span>
          </div>
        ))}
        {shown.length === 0 && <p className="p-3 text-13 text-muted">{modelTexts.noMatch}</p>}
      </div>
    </div>
  )
}
