import { Check, Search, SlidersHorizontal } from 'lucide-react'
import { type MouseEvent, memo, type PointerEvent, useMemo, useState } from 'react'
import type { ModelShape } from '#contract/model.ts'
import { canAfford } from '#domain/credits/affordable.ts'
import { useCredits } from '#web/data/credits.ts'
import { IconButton } from '#web/ui/button.tsx'
import { useCombobox } from '#web/ui/combobox.ts'
import { filterModels, type ModelFilter, narrowing, noFilter, priceOf } from './model-filter.ts'
import { ModelFilters } from './model-filters.tsx'
import { modelGroups } from './model-groups.ts'
import { modelTexts } from './texts.ts'

type ModelListProps = {
  models: readonly ModelShape[]
  chosen: ModelShape | null
  /** The model that is hovered or reached with the arrows. */
  active: ModelShape | null
  onActivate(model: ModelShape): void
  onChoose(model: ModelShape): void
}

/**
 * The filter and the list under it: type, arrows, Enter. Unavailable models are listed, but cannot be chosen. All options are in the
 * page, so that screen readers count them; those out of sight are not laid out, and a step of the arrows renders two of them.
 */
export function ModelList({ models, chosen, active, onActivate, onChoose }: ModelListProps) {
  const [filter, setFilter] = useState(noFilter)
  const [isFiltering, setFiltering] = useState(false)
  const credits = useCredits()
  const groups = useMemo(() => modelGroups(filterModels(models, filter)), [models, filter])
  const narrow = (next: ModelFilter) => {
    setFilter(next)
    // What is shown beside the list is always an option of it.
    const left = modelGroups(filterModels(models, next)).flatMap((group) => group.models)
    if (left[0] && !(active && left.includes(active))) onActivate(left[0])
  }
  // In the order of the groups, which is the order of the arrows.
  const shown = useMemo(() => groups.flatMap((group) => group.models), [groups])
  // An unavailable model shows what it needs.
  const choose = (model: ModelShape) => (model.isAvailable ? onChoose(model) : onActivate(model))
  const { id, field, list, current, optionId } = useCombobox({
    fieldLabel: modelTexts.filter(models.length),
    listLabel: modelTexts.heading,
    items: shown,
    active,
    idOf: (model) => model.value,
    onActivate,
    onChoose: choose,
  })
  const pointedAt = ({ target }: PointerEvent | MouseEvent) => {
    const option = target instanceof Element ? target.closest<HTMLElement>('[data-value]') : null
    return shown.find(({ value }) => value === option?.dataset.value)
  }
  // Of the whole list: with a function of its own, each option would be rendered at each step.
  const pointer = {
    onPointerMove(event: PointerEvent) {
      const model = pointedAt(event)
      if (model && model !== active) onActivate(model)
    },
    onClick(event: MouseEvent) {
      const model = pointedAt(event)
      if (model) choose(model)
    },
  }

  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="m-2 flex shrink-0 gap-1">
        <div className="flex h-9 min-w-0 flex-1 items-center gap-2 rounded-8 bg-raised px-2.5 text-13 focus-within:outline-2 focus-within:outline-ink">
          <Search aria-hidden="true" className="text-muted" />
          <input
            {...field}
            placeholder={modelTexts.filter(models.length)}
            className="min-w-0 flex-1 bg-transparent outline-none"
            value={filter.words}
            onChange={(event) => narrow({ ...filter, words: event.target.value })}
          />
        </div>
        <IconButton
          label={modelTexts.filters.open(narrowing(filter))}
          aria-expanded={isFiltering}
          className={narrowing(filter) > 0 ? 'bg-raised text-ink!' : ''}
          onClick={() => setFiltering(!isFiltering)}
        >
          <SlidersHorizontal />
        </IconButton>
      </div>
      {isFiltering && <ModelFilters models={models} filter={filter} hasPrices={credits !== null} onChange={narrow} />}
      <p role="status" className="sr-only">
        {modelTexts.shown(shown.length)}
      </p>
      <div {...list} className="min-h-0 flex-1 overflow-y-auto border-hairline border-t p-1" {...pointer}>
        {groups.map(({ key, title, models: ofGroup }) => (
          // biome-ignore lint/a11y/useSemanticElements: a list box holds groups, not field sets
          <div key={key} role="group" aria-labelledby={`${id}-${key}`}>
            <p id={`${id}-${key}`} className="truncate px-2 pt-2 pb-1 text-12 text-muted">
              {title}
            </p>
            {ofGroup.map((model) => (
              <ModelOption
                key={model.value}
                id={optionId(model)}
                model={model}
                isActive={model === current}
                isChosen={model === chosen}
                available={credits === null ? null : credits?.available}
              />
            ))}
          </div>
        ))}
        {shown.length === 0 && (
          <p className="p-3 text-13 text-muted">{narrowing(filter) > 0 ? modelTexts.noneLeft : modelTexts.noMatch}</p>
        )}
      </div>
    </div>
  )
}

type ModelOptionProps = {
  id: string
  model: ModelShape
  isActive: boolean
  isChosen: boolean
  /** The user's credits; null where they are off, undefined while they load. */
  available: number | null | undefined
}

/** It only gets pointer events, from its list: the focus and the keys stay with the field. */
const ModelOption = memo(function ModelOption({ id, model, isActive, isChosen, available }: ModelOptionProps) {
  const { name, value, badge, stats, isAvailable, usualSeconds } = model
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      data-value={value}
      aria-selected={isActive}
      aria-disabled={!isAvailable}
      className="menu-item h-9! gap-2! [contain-intrinsic-size:auto_36px] [content-visibility:auto] max-sm:h-11! max-sm:[contain-intrinsic-size:auto_44px]"
    >
      <Check aria-hidden="true" className={isChosen ? 'text-accent!' : 'invisible'} />
      <span className={isAvailable ? 'truncate font-medium' : 'truncate font-medium text-faint'}>{name}</span>
      <span className="badge">{isAvailable ? badge : modelTexts.notConnected}</span>
      <span className="ml-auto w-14 flex-none text-right text-muted tabular-nums">
        {usualSeconds === null ? modelTexts.seconds(stats.speed) : modelTexts.waits(usualSeconds)}
      </span>
      {available !== null && <ModelPrice model={model} available={available} />}
    </div>
  )
})

type ModelPriceProps = { model: Pick<ModelShape, 'stats' | 'prices' | 'ownKey'>; available: number | undefined }

/** The price of one image, marked where a Go would cost more than the user has. */
function ModelPrice({ model, available }: ModelPriceProps) {
  const isAffordable = available === undefined || canAfford(model.prices, available)
  return (
    <span
      className={`w-10 flex-none text-right tabular-nums ${isAffordable ? 'text-muted' : 'text-danger'}`}
      data-tooltip={isAffordable ? undefined : modelTexts.beyondCredits}
    >
      {modelTexts.credits(priceOf(model))}
      {!isAffordable && <span className="sr-only">{modelTexts.beyondCredits}</span>}
    </span>
  )
}
