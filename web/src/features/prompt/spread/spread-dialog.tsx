import { useQuery } from '@tanstack/react-query'
import { aspectRatios } from '#domain/models/aspect-ratio.ts'
import { inRandomOrder } from '#domain/series/in-random-order.ts'
import { mostSeriesCards } from '#domain/series/series-cells.ts'
import { noSpread, type Spread, spreadCount } from '#domain/series/spread.ts'
import { modelsQuery } from '#web/data/queries.ts'
import { stylesQuery } from '#web/data/styles.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { SpreadList } from './spread-list.tsx'
import { spreadTexts } from './texts.ts'

type SpreadDialogProps = { spread: Spread; onChange(spread: Spread): void; onClose(): void }

/** Chooses what one prompt is spread over. Every press counts at once; Done and Escape close. */
export function SpreadDialog({ spread, onChange, onClose }: SpreadDialogProps) {
  const { data: models = [] } = useQuery(modelsQuery)
  const { data: styles } = useQuery(stylesQuery)
  const count = spreadCount(spread)
  const change = (part: Partial<Spread>) => {
    const next = { ...spread, ...part }
    // Where names are hidden, the order of the cards and their letters is not to tell them either.
    onChange(next.hidesNames ? { ...next, models: inRandomOrder(next.models, Math.random) } : next)
  }
  return (
    <Modal title={spreadTexts.heading} returnTo=".spread-chip" onClose={onClose} className="[--modal-width:720px]">
      <div className="grid min-h-0 gap-4 overflow-y-auto px-6 pb-4 max-sm:px-4">
        <p className="text-13 text-muted">{spreadTexts.text}</p>
        <div className="grid min-h-0 grid-cols-[1fr_1fr_140px] gap-4 max-sm:grid-cols-1">
          <SpreadList
            title={spreadTexts.models}
            filter={spreadTexts.filter.models}
            options={models.filter(({ isAvailable }) => isAvailable).map(({ name }) => ({ key: name, label: name }))}
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
              className="size-4 shrink-0 accent-(--accent)"
              checked={spread.hidesNames}
              onChange={(event) => change({ hidesNames: event.target.checked })}
            />
            {spreadTexts.hideNames}
          </label>
        )}
      </div>
      <footer className="flex items-center gap-3 border-hairline border-t px-6 py-3 max-sm:px-4">
        <p role="status" className="mr-auto text-13 text-muted tabular-nums">
          {spreadTexts.count(count)}
          {count > mostSeriesCards && (
            <span className="ml-2 text-(--danger)">{spreadTexts.beyond(mostSeriesCards)}</span>
          )}
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
