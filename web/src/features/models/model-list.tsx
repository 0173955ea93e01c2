import { Check, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { ModelShape } from '#contract/model.ts'
import { canAfford } from '#domain/credits/affordable.ts'
import { useCredits } from '#web/data/queries.ts'
import { matchingModels, modelGroups } from './model-groups.ts'
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
  // In the order of the groups, which is the order of the arrows.
  const shown = modelGroups(matchingModels(models, words)).flatMap((group) => group.models)
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
        {modelGroups(shown).map(({ provider, models: ofProvider }) => (
          // biome-ignore lint/a11y/useSemanticElements: a list box holds groups, not field sets
          <div key={provider} role="group" aria-labelledby={`${id}-${provider}`}>
            <p id={`${id}-${provider}`} className="px-2 pt-2 pb-1 text-12 text-muted">
              {modelTexts.providers[provider]}
            </p>
            {ofProvider.map((model) => (
              <ModelOption
                key={model.value}
                id={`${id}-${model.value}`}
                model={model}
                isChosen={model === chosen}
                isCurrent={model === current}
                onPointAt={() => model !== active && onActivate(model)}
                onPress={() => (model.isAvailable ? onChoose(model) : onActivate(model))}
              />
            ))}
          </div>
        ))}
        {shown.length === 0 && <p className="p-3 text-13 text-muted">{modelTexts.noMatch}</p>}
      </div>
    </div>
  )
}

type ModelOptionProps = {
  id: string
  model: ModelShape
  isChosen: boolean
  isCurrent: boolean
  onPointAt(): void
  onPress(): void
}

function ModelOption({ id, model, isChosen, isCurrent, onPointAt, onPress }: ModelOptionProps) {
  const { name, badge, stats, isAvailable } = model
  return (
    // The combobox holds the focus and the keys; the options are only pointed at.
    // biome-ignore lint/a11y/useFocusableInteractive: reached through aria-activedescendant
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter is handled by the combobox
    <div
      id={id}
      role="option"
      aria-selected={isCurrent}
      aria-disabled={!isAvailable}
      className="menu-item h-9! gap-2! max-sm:h-11!"
      onPointerMove={onPointAt}
      onClick={onPress}
    >
      <Check aria-hidden="true" className={isChosen ? 'text-accent!' : 'invisible'} />
      <span className={isAvailable ? 'truncate font-medium' : 'truncate font-medium text-faint'}>{name}</span>
      <span className="badge">{isAvailable ? badge : modelTexts.notConnected}</span>
      <span className="ml-auto w-14 text-right text-muted tabular-nums">{modelTexts.seconds(stats.speed)}</span>
      <ModelPrice model={model} />
    </div>
  )
}

/** What one image costs, marked where a Go would be more than the person has. Nothing where credits are off. */
function ModelPrice({ model }: { model: Pick<ModelShape, 'stats' | 'prices' | 'ownKey'> }) {
  const credits = useCredits()
  if (credits === null) return null
  const isAffordable = credits === undefined || canAfford(model.prices, credits.available)
  return (
    <span
      className={`w-10 text-right tabular-nums ${isAffordable ? 'text-muted' : 'text-danger'}`}
      data-tooltip={isAffordable ? undefined : modelTexts.beyondCredits}
    >
      {modelTexts.credits(model.ownKey ? 0 : model.stats.credits)}
      {!isAffordable && <span className="sr-only">{modelTexts.beyondCredits}</span>}
    </span>
  )
}
