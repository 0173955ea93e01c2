import { useId } from 'react'
import type { ModelShape } from '#contract/model.ts'
import { type ModelAbility, modelAbilities } from '#domain/models/model.ts'
import type { ModelFilter } from './model-filter.ts'
import { modelTexts } from './texts.ts'

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

/** What a model must be able to do, the most that an image may cost, and the longest wait. */
export function ModelFilters({ models, filter, hasPrices, onChange }: ModelFiltersProps) {
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
