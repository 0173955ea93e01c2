import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { aspectRatios } from '#domain/models/aspect-ratio.ts'
import { inRandomOrder } from '#domain/series/in-random-order.ts'
import { maxSeriesCards } from '#domain/series/series-cells.ts'
import { noSpread, type Spread } from '#domain/series/spread.ts'
import { matchesWords } from '#domain/text/matches-words.ts'
import { modelsQuery } from '#web/data/models/models.ts'
import { stylesQuery } from '#web/data/styles.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { spreadTexts } from './texts.ts'

type SpreadDialogProps = {
  spread: Spread
  /** The number of cards that Go makes: by the spread, and by the words. */
  cards: number
  onChange(spread: Spread): void
  onClose(): void
}

/** Chooses the axes of a spread. Every press applies at once; Done and Escape close. */
export function SpreadDialog({ spread, cards, onChange, onClose }: SpreadDialogProps) {
  const { data: models = [] } = useQuery(modelsQuery)
  const { data: styles } = useQuery(stylesQuery)
  const change = (part: Partial<Spread>) => {
    const next = { ...spread, ...part }
    // Where names are hidden, the order of the cards and their aliases must not reveal them.
    onChange(next.hidesNames ? { ...next, models: inRandomOrder(next.models, Math.random) } : next)
  }
  return (
    <Modal
      title={spreadTexts.heading}
      returnTo=".spread-chip, .bar-settings"
      onClose={onClose}
      className="[--modal-width:720px]"
    >
      <div className="grid min-h-0 gap-4 overflow-y-auto px-6 pb-4 max-sm:px-4">
        <p className="text-13 text-muted">{spreadTexts.text}</p>
        <div className="grid min-h-0 grid-cols-[1fr_1fr_140px] gap-4 max-sm:grid-cols-1">
          <SpreadList
            title={spreadTexts.models}
            filter={spreadTexts.filter.models}
            options={models
              .filter(({ isAvailable, isShown }) => isAvailable && isShown)
              .map(({ name }) => ({ key: name, label: name }))}
            chosen={spread.models}
            onChoose={(chosen) => change({ models: chosen })}
          />
          <SpreadList
            title={spreadTexts.styles}
            filter={spreadTexts.filter.styles}
            loading={styles === undefined ? spreadTexts.loadingStyles : null}
            options={(styles ?? []).map(({ id, title }) => ({ key: id, label: title }))}
            chosen={spread.styles.map(({ id }) => id)}
            onChoose={(chosen) =>
              change({
                styles: (styles ?? [])
                  .filter(({ id }) => chosen.includes(id))
                  .map(({ id, title }) => ({ id, name: title })),
              })
            }
          />
          <SpreadList
            title={spreadTexts.ratios}
            options={aspectRatios.map((ratio) => ({ key: ratio, label: ratio }))}
            chosen={spread.aspectRatios}
            onChoose={(chosen) => change({ aspectRatios: aspectRatios.filter((ratio) => chosen.includes(ratio)) })}
          />
        </div>
        {spread.models.length > 1 && (
          <label className="flex min-h-8 cursor-pointer items-center gap-2 text-13">
            <input
              type="checkbox"
              className="tick"
              checked={spread.hidesNames}
              onChange={(event) => change({ hidesNames: event.target.checked })}
            />
            {spreadTexts.hideNames}
          </label>
        )}
      </div>
      <footer className="flex items-center gap-3 border-hairline border-t px-6 py-3 max-sm:px-4">
        <p role="status" className="mr-auto text-13 text-muted tabular-nums">
          {spreadTexts.count(cards)}
          {cards > maxSeriesCards && <span className="ml-2 text-(--danger)">{spreadTexts.beyond(maxSeriesCards)}</span>}
        </p>
        <Button kind="quiet" onClick={() => onChange(noSpread)}>
          {spreadTexts.clear}
        </Button>
        <Button kind="solid" onClick={onClose}>
          {spreadTexts.done}
        </Button>
      </footer>
    </Modal>
  )
}

type Option = { readonly key: string; readonly label: string }

type SpreadListProps = {
  title: string
  /** The label of the field that filters a long list; default: no field. */
  filter?: string
  /** The text while the options are loading; null when they are loaded. */
  loading?: string | null
  options: readonly Option[]
  chosen: readonly string[]
  onChoose(chosen: string[]): void
}

/** One axis of a spread, of which none, some or all options are chosen. */
export function SpreadList({ title, filter, loading = null, options, chosen, onChoose }: SpreadListProps) {
  const [words, setWords] = useState('')
  const holds = matchesWords(words)
  const shown = options.filter(({ label }) => holds(label))
  const toggle = (key: string) => onChoose(chosen.includes(key) ? chosen.filter((it) => it !== key) : [...chosen, key])
  return (
    <fieldset className="grid min-w-0 content-start gap-2">
      <legend className="mb-2 font-semibold text-13">{title}</legend>
      {filter && (
        <label className="input h-9!">
          <Search aria-hidden="true" className="text-muted" />
          <input
            dir="auto"
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
              <input type="checkbox" className="tick" checked={chosen.includes(key)} onChange={() => toggle(key)} />
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
