import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Heart, ImageUp, Search, Star, ThumbsDown, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { feedbackTypes } from '#domain/board/feedback.ts'
import { aspectRatios } from '#domain/models/aspect-ratio.ts'
import type { AssetFilter } from '#web/data/assets/asset-filter.ts'
import { modelsQuery } from '#web/data/models/models.ts'
import { apiTokensQuery } from '#web/data/programs.ts'
import { projectsQuery } from '#web/data/projects.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { DropdownMenu, Popover } from '#web/ui/popups.tsx'
import { assetTexts } from './texts.ts'

const icons = { like: Heart, star: Star, dislike: ThumbsDown }
const ratioOptions = aspectRatios.map((ratio) => ({ value: ratio, label: ratio }))

/** A change of the filter; `undefined` removes a part. */
export type FilterChange = { readonly [Part in keyof AssetFilter]?: AssetFilter[Part] | undefined }

type AssetFiltersProps = { filter: AssetFilter; onChange(change: FilterChange): void }

/** The filters of the list, as a row of chips. */
export function AssetFilters({ filter, onChange }: AssetFiltersProps) {
  const models = useQuery(modelsQuery).data ?? []
  const projects = useQuery(projectsQuery).data ?? []
  const tokens = useQuery(apiTokensQuery).data ?? []
  const isOn = Object.keys(filter).length > 0
  return (
    <fieldset className="contents" aria-label={assetTexts.filters}>
      {feedbackTypes.map((type) => {
        const Icon = icons[type]
        const isSet = filter.feedback === type
        return (
          <button
            key={type}
            type="button"
            className="chip asset-chip"
            aria-pressed={isSet}
            data-on={isSet || undefined}
            onClick={() => onChange({ feedback: isSet ? undefined : type })}
          >
            <Icon aria-hidden="true" />
            {assetTexts.feedback[type]}
          </button>
        )
      })}
      <button
        type="button"
        className="chip asset-chip"
        aria-pressed={filter.origin === 'brought-in'}
        data-on={filter.origin === 'brought-in' || undefined}
        onClick={() => onChange({ origin: filter.origin === 'brought-in' ? undefined : 'brought-in' })}
      >
        <ImageUp aria-hidden="true" />
        {assetTexts.broughtIn}
      </button>
      <FilterMenu
        label={assetTexts.model}
        anyLabel={assetTexts.any.model}
        options={models.map(({ name }) => ({ value: name, label: name }))}
        value={filter.model}
        onChange={(model) => onChange({ model })}
      />
      <FilterMenu
        label={assetTexts.ratio}
        anyLabel={assetTexts.any.ratio}
        options={ratioOptions}
        value={filter.aspectRatio}
        onChange={(value) => onChange({ aspectRatio: aspectRatios.find((ratio) => ratio === value) })}
      />
      <FilterMenu
        label={assetTexts.project}
        anyLabel={assetTexts.any.project}
        options={projects.map(({ id, title }) => ({ value: id, label: title }))}
        value={filter.projectId}
        onChange={(projectId) => onChange({ projectId })}
      />
      {(tokens.length > 0 || filter.madeBy !== undefined) && (
        <FilterMenu
          label={assetTexts.token}
          anyLabel={assetTexts.any.token}
          options={tokens.map(({ id, name }) => ({ value: id, label: name }))}
          value={filter.madeBy}
          onChange={(madeBy) => onChange({ madeBy })}
        />
      )}
      <DateFilter filter={filter} onChange={onChange} />
      {isOn && (
        <button
          type="button"
          className="chip"
          data-unset
          onClick={() =>
            onChange({
              q: undefined,
              feedback: undefined,
              model: undefined,
              origin: undefined,
              aspectRatio: undefined,
              projectId: undefined,
              madeBy: undefined,
              from: undefined,
              to: undefined,
            })
          }
        >
          <X aria-hidden="true" />
          {assetTexts.clear}
        </button>
      )}
    </fieldset>
  )
}

type DateFilterProps = {
  filter: Pick<AssetFilter, 'from' | 'to'>
  onChange(days: { from: string | undefined; to: string | undefined }): void
}

/** The first and the last day, as a chip that opens two fields. */
function DateFilter({ filter: { from, to }, onChange }: DateFilterProps) {
  const isOn = from !== undefined || to !== undefined
  return (
    <Popover.Root>
      <Popover.Trigger className="chip asset-chip" data-on={isOn || undefined}>
        {isOn ? assetTexts.days(from, to) : assetTexts.date}
        <ChevronDown aria-hidden="true" />
      </Popover.Trigger>
      <Popover.Content
        align="start"
        sideOffset={8}
        collisionPadding={8}
        aria-label={assetTexts.date}
        className="popover grid w-64 gap-3 p-4"
      >
        <Field
          label={assetTexts.from}
          type="date"
          value={from ?? ''}
          {...(to && { max: to })}
          onChange={(event) => onChange({ from: event.target.value || undefined, to })}
        />
        <Field
          label={assetTexts.to}
          type="date"
          value={to ?? ''}
          {...(from && { min: from })}
          onChange={(event) => onChange({ from, to: event.target.value || undefined })}
        />
        {isOn && (
          <Button kind="quiet" size="small" onClick={() => onChange({ from: undefined, to: undefined })}>
            {assetTexts.clearDates}
          </Button>
        )}
      </Popover.Content>
    </Popover.Root>
  )
}

type FilterMenuProps = {
  label: string
  /** The option without a filter. */
  anyLabel: string
  options: readonly { readonly value: string; readonly label: string }[]
  value: string | undefined
  onChange(value: string | undefined): void
}

/** A filter with one choice of several, as a chip that opens a menu. */
function FilterMenu({ label, anyLabel, options, value, onChange }: FilterMenuProps) {
  const chosen = options.find((option) => option.value === value)
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="chip asset-chip" data-on={value !== undefined || undefined}>
        {value === undefined ? label : (chosen?.label ?? value)}
        <ChevronDown aria-hidden="true" />
      </DropdownMenu.Trigger>
      {/* Not in a portal: it belongs to the page's main landmark. */}
      <DropdownMenu.Content
        align="start"
        sideOffset={8}
        collisionPadding={8}
        className="popover menu max-h-[min(420px,var(--radix-dropdown-menu-content-available-height))] max-w-72 overflow-y-auto"
      >
        <DropdownMenu.RadioGroup value={value ?? ''} onValueChange={(next) => onChange(next || undefined)}>
          <DropdownMenu.RadioItem value="" className="menu-item data-[state=checked]:font-semibold">
            {anyLabel}
          </DropdownMenu.RadioItem>
          <DropdownMenu.Separator className="menu-separator" />
          {options.map((option) => (
            <DropdownMenu.RadioItem
              key={option.value}
              value={option.value}
              className="menu-item data-[state=checked]:font-semibold"
            >
              <span className="truncate">{option.label}</span>
            </DropdownMenu.RadioItem>
          ))}
        </DropdownMenu.RadioGroup>
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

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
    <div className="input asset-search bg-raised px-2.5 text-13">
      <Search aria-hidden="true" className="text-muted" />
      <input
        dir="auto"
        id="asset-search"
        type="search"
        aria-label={assetTexts.search}
        placeholder={assetTexts.search}
        maxLength={200}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      {keys && (
        <kbd className="h-5 min-w-5 place-items-center rounded-4 font-sans text-11 font-medium text-muted">{keys}</kbd>
      )}
    </div>
  )
}
