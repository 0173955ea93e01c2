import { Check, Search } from 'lucide-react'
import { useState } from 'react'
import type { ModelShape } from '#contract/model.ts'
import { canAfford } from '#domain/credits/affordable.ts'
import { useCredits } from '#web/data/queries.ts'
import { useCombobox } from '#web/ui/combobox.ts'
import { matchingModels, modelGroups } from './model-groups.ts'
import { modelTexts } from './texts.ts'

type ModelListProps = {
  models: readonly ModelShape[]
  chosen: ModelShape | null
  /** The model that is hovered or reached with the arrows. */
  active: ModelShape | null
  onActivate(model: ModelShape): void
  onChoose(model: ModelShape): void
}

/** The filter and the list under it: type, arrows, Enter. Unavailable models are listed, but cannot be chosen. */
export function ModelList({ models, chosen, active, onActivate, onChoose }: ModelListProps) {
  const [words, setWords] = useState('')
  // In the order of the groups, which is the order of the arrows.
  const shown = modelGroups(matchingModels(models, words)).flatMap((group) => group.models)
  const { id, field, list, optionOf } = useCombobox({
    fieldLabel: modelTexts.filter(models.length),
    listLabel: modelTexts.heading,
    items: shown,
    active,
    idOf: (model) => model.value,
    onActivate,
    // An unavailable model shows what it needs.
    onChoose: (model) => (model.isAvailable ? onChoose(model) : onActivate(model)),
  })

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="m-2 flex h-9 shrink-0 items-center gap-2 rounded-8 bg-raised px-2.5 text-13 focus-within:outline-2 focus-within:outline-ink">
        <Search aria-hidden="true" className="text-muted" />
        <input
          {...field}
          placeholder={modelTexts.filter(models.length)}
          className="min-w-0 flex-1 bg-transparent outline-none"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </div>
      <div {...list} className="min-h-0 flex-1 overflow-y-auto border-hairline border-t p-1">
        {modelGroups(shown).map(({ provider, models: ofProvider }) => (
          // biome-ignore lint/a11y/useSemanticElements: a list box holds groups, not field sets
          <div key={provider} role="group" aria-labelledby={`${id}-${provider}`}>
            <p id={`${id}-${provider}`} className="px-2 pt-2 pb-1 text-12 text-muted">
              {modelTexts.providers[provider]}
            </p>
            {ofProvider.map((model) => (
              <div
                {...optionOf(model)}
                key={model.value}
                aria-disabled={!model.isAvailable}
                className="menu-item h-9! gap-2! max-sm:h-11!"
              >
                <ModelOption model={model} isChosen={model === chosen} />
              </div>
            ))}
          </div>
        ))}
        {shown.length === 0 && <p className="p-3 text-13 text-muted">{modelTexts.noMatch}</p>}
      </div>
    </div>
  )
}

function ModelOption({ model, isChosen }: { model: ModelShape; isChosen: boolean }) {
  const { name, badge, stats, isAvailable } = model
  return (
    <>
      <Check aria-hidden="true" className={isChosen ? 'text-accent!' : 'invisible'} />
      <span className={isAvailable ? 'truncate font-medium' : 'truncate font-medium text-faint'}>{name}</span>
      <span className="badge">{isAvailable ? badge : modelTexts.notConnected}</span>
      <span className="ml-auto w-14 text-right text-muted tabular-nums">{modelTexts.seconds(stats.speed)}</span>
      <ModelPrice model={model} />
    </>
  )
}

/**
 * The price of one image, marked where a Go would cost more than the user has. Renders nothing where credits are off.
 */
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
