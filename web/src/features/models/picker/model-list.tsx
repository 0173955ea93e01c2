import { Check, Search, SlidersHorizontal } from 'lucide-react'
import { type MouseEvent, memo, type PointerEvent, useId, useMemo, useState } from 'react'
import type { ModelShape } from '#contract/models/model.ts'
import { canAfford } from '#domain/credits/affordable.ts'
import { type ModelAbility, modelAbilities } from '#domain/models/model.ts'
import { useCredits } from '#web/data/credits.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { IconButton } from '#web/ui/button.tsx'
import { useCombobox } from '#web/ui/combobox.ts'
import { Switch } from '#web/ui/field.tsx'
import { filterModels, type ModelFilter, narrowing, noFilter, priceOf } from './model-filter.ts'
import { modelTexts } from './texts.ts'

/** The number of AI models in a list: the built-in painter is none. */
export const countModels = (models: readonly Pick<ModelShape, 'isBuiltIn'>[]): number =>
  models.filter(({ isBuiltIn }) => !isBuiltIn).length

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
  const available = models.filter(({ isAvailable }) => isAvailable).length
  const groups = useMemo(() => modelGroups(filterModels(models, filter)), [models, filter])
  const narrow = (next: ModelFilter) => {
    setFilter(next)
    // The model beside the list is always an option of it.
    const left = modelGroups(filterModels(models, next)).flatMap((group) => group.models)
    if (left[0] && !(active && left.includes(active))) onActivate(left[0])
  }
  // In the order of the groups, which is the order of the arrows.
  const shown = useMemo(() => groups.flatMap((group) => group.models), [groups])
  // An unavailable model shows what it needs.
  const choose = (model: ModelShape) => (model.isAvailable ? onChoose(model) : onActivate(model))
  const { id, field, list, current, optionId } = useCombobox({
    fieldLabel: modelTexts.filter(countModels(models)),
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
            dir="auto"
            {...field}
            placeholder={modelTexts.filter(countModels(models))}
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
      {available < models.length && (
        <div className="mx-3 mb-2 flex h-6 shrink-0 items-center justify-between text-13 text-muted max-sm:h-9">
          <span aria-hidden="true">{modelTexts.worksHere(available)}</span>
          <Switch
            label={modelTexts.worksHereLabel}
            isOn={filter.worksHere}
            onTurn={(worksHere) => narrow({ ...filter, worksHere })}
          />
        </div>
      )}
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
          <p className="p-3 text-13 text-muted">
            {narrowing(filter) > 0 || filter.worksHere ? modelTexts.noneLeft : modelTexts.noMatch}
          </p>
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
  const { name, value, badge, stats, isAvailable, usualSeconds, sampleImageId } = model
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      data-value={value}
      aria-selected={isActive}
      aria-disabled={!isAvailable}
      className="menu-item h-11! gap-2! [contain-intrinsic-size:auto_44px] [content-visibility:auto]"
    >
      <Check aria-hidden="true" className={isChosen ? 'text-accent!' : 'invisible'} />
      {sampleImageId === null ? (
        // On a phone its room is the name's.
        <span aria-hidden="true" className="size-9 flex-none rounded-6 bg-raised max-sm:hidden" />
      ) : (
        <img
          src={imageAddress(sampleImageId, 256)}
          alt=""
          loading="lazy"
          className="size-9 flex-none rounded-6 bg-raised object-cover"
        />
      )}
      <span className={isAvailable ? 'truncate font-medium' : 'truncate font-medium text-faint'}>{name}</span>
      <span className="badge">{isAvailable ? badge : modelTexts.notConnected}</span>
      <span className="ml-auto w-14 flex-none text-right text-muted tabular-nums">
        {modelTexts.waits(usualSeconds, stats.speed)}
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

/** A part of the picker with a heading. */
type ModelGroup = { readonly key: string; readonly title: string; readonly models: readonly ModelShape[] }

/** Number of models 'Recently used' has. */
const maxRecent = 5

/** Those that work now first, each in the order before. */
const worksFirst = (models: readonly ModelShape[]) => [
  ...models.filter(({ isAvailable }) => isAvailable),
  ...models.filter(({ isAvailable }) => !isAvailable),
]

/** An added provider is a group of its own, also beside another of the same kind. */
const keyOf = ({ provider, connection }: ModelShape) => connection?.id ?? provider
const titleOf = ({ provider, connection }: ModelShape) => connection?.name ?? modelTexts.provider(provider)

/**
 * The models in groups, each model once: favorites, the last used, then each provider in the order of its first model. What works
 * now comes first, among the providers and in each group.
 */
export function modelGroups(models: readonly ModelShape[]): ModelGroup[] {
  const favourites = models.filter(({ isFavourite }) => isFavourite)
  const recent = models
    .filter(({ isFavourite, isAvailable, usedAt }) => !isFavourite && isAvailable && usedAt !== null)
    .toSorted((a, b) => ((a.usedAt ?? '') < (b.usedAt ?? '') ? 1 : -1))
    .slice(0, maxRecent)
  const above = new Set([...favourites, ...recent])
  const byProvider = Map.groupBy(
    models.filter((model) => !above.has(model)),
    keyOf,
  )
  const providers = [...byProvider].map(([key, ofProvider]) => ({
    key,
    title: ofProvider[0] ? titleOf(ofProvider[0]) : '',
    models: worksFirst(ofProvider),
  }))
  const works = ({ models: [first] }: ModelGroup) => first?.isAvailable === true
  return [
    { key: 'favourites', title: modelTexts.favourites, models: worksFirst(favourites) },
    { key: 'recent', title: modelTexts.recent, models: recent },
    ...providers.filter(works),
    ...providers.filter((group) => !works(group)),
  ].filter((group) => group.models.length > 0)
}

const texts = modelTexts.filters

/** The choices of the two limits, in hundredths of a credit and in seconds. */
const prices = [0, 50, 100, 200, 500]
const waits = [5, 10, 20, 60]

type ModelFiltersProps = {
  models: readonly ModelShape[]
  filter: ModelFilter
  /** Whether images have a price here. */
  hasPrices: boolean
  onChange(filter: ModelFilter): void
}

/** The abilities that a model must have, the most that an image may cost, and the longest wait. */
function ModelFilters({ models, filter, hasPrices, onChange }: ModelFiltersProps) {
  // An ability that no model has, as video today, would only lead to an empty list.
  const abilities = modelAbilities.filter((ability) => models.some(({ does }) => does.includes(ability)))
  const turn = (ability: ModelAbility) =>
    onChange({
      ...filter,
      does: filter.does.includes(ability) ? filter.does.filter((each) => each !== ability) : [...filter.does, ability],
    })
  return (
    <div className="grid shrink-0 gap-1.5 px-2 pb-2">
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">{texts.does}</legend>
        {abilities.map((ability) => (
          <Chip
            key={ability}
            label={texts.abilities[ability]}
            isOn={filter.does.includes(ability)}
            onPress={() => turn(ability)}
          />
        ))}
      </fieldset>
      {hasPrices && (
        <Limit
          label={texts.price}
          choices={prices.map((price) => ({ value: price, label: texts.priceTo(price) }))}
          value={filter.price}
          onChange={(price) => onChange({ ...filter, price })}
        />
      )}
      <Limit
        label={texts.wait}
        choices={waits.map((wait) => ({ value: wait, label: texts.waitTo(wait) }))}
        value={filter.wait}
        onChange={(wait) => onChange({ ...filter, wait })}
      />
    </div>
  )
}

type LimitProps = {
  label: string
  choices: readonly { readonly value: number; readonly label: string }[]
  value: number | null
  onChange(value: number | null): void
}

/** One limit: pressed again, it is lifted. */
function Limit({ label, choices, value, onChange }: LimitProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a field set can't have its legend in a line with its buttons
    <div role="group" aria-labelledby={id} className="flex flex-wrap items-center gap-1">
      <span id={id} className="w-10 pl-1 text-12 text-muted">
        {label}
      </span>
      {choices.map((choice) => (
        <Chip
          key={choice.value}
          label={choice.label}
          isOn={choice.value === value}
          onPress={() => onChange(choice.value === value ? null : choice.value)}
        />
      ))}
    </div>
  )
}

const Chip = ({ label, isOn, onPress }: { label: string; isOn: boolean; onPress(): void }) => (
  <button
    type="button"
    aria-pressed={isOn}
    className="relative h-7 rounded-6 px-2 font-medium text-12 text-muted shadow-[inset_0_0_0_1px_var(--line)] hover:bg-raised hover:text-ink aria-pressed:bg-ink aria-pressed:text-ground aria-pressed:shadow-none max-sm:h-9"
    onClick={onPress}
  >
    {label}
  </button>
)
