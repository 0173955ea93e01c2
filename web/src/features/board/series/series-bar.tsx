import { useState } from 'react'
import type { SeriesShape } from '#contract/series.ts'
import { canRunAgain } from '#domain/series/step.ts'
import { cancelSeries, goOnWithSeries } from '#web/data/series.ts'
import { Button } from '#web/ui/button.tsx'
import type { BoardView } from '../board-view.ts'
import { orSay } from './pick-winner.ts'
import { seriesTexts } from './texts.ts'
import { useSeries } from './use-series.ts'
import './series.css'

const { bar } = seriesTexts

/** Those that are to be seen at once. */
const mostShown = 3

const isUnderWay = ({ steps }: SeriesShape) => steps.some(({ status }) => status === 'waiting')
const unmade = ({ steps }: SeriesShape) => steps.filter(({ status }) => canRunAgain(status))
const isHidden = ({ kind, hidesNames, winnerImageId }: SeriesShape) =>
  kind === 'race' && hidesNames && winnerImageId === null

/** How series stand that somebody may want to do something about. */
export function SeriesBar({ view }: { view: BoardView }) {
  const list = useSeries(view)
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set())
  const shown = list.filter(
    (series) => isUnderWay(series) || (!dismissed.has(series.id) && (unmade(series).length > 0 || isHidden(series))),
  )
  if (shown.length === 0) return null
  return (
    <section className="series-bar" aria-label={bar.label}>
      {shown.slice(0, mostShown).map((series) => (
        <SeriesLine
          key={series.id}
          series={series}
          isAnyHidden={list.some(isHidden)}
          onDismiss={() => setDismissed((ids) => new Set([...ids, series.id]))}
        />
      ))}
    </section>
  )
}

type SeriesLineProps = {
  series: SeriesShape
  /** A race hides models, which a refusal could name. */
  isAnyHidden: boolean
  onDismiss(): void
}

function SeriesLine({ series, isAnyHidden, onDismiss }: SeriesLineProps) {
  const { id, steps } = series
  const begun = steps.filter(({ status }) => status === 'started').length
  const missed = unmade(series)
  if (isUnderWay(series))
    return (
      <div className="series-line island">
        <p role="status" className="tabular-nums">
          {bar.running(begun, steps.length)}
        </p>
        <Button kind="quiet" size="small" onClick={() => void orSay(cancelSeries(id))}>
          {bar.stop}
        </Button>
      </div>
    )
  return (
    <div className="series-line island">
      <p role="status">
        {missed.length > 0 ? bar.stopped(missed.length) : bar.hidden}
        {missed[0]?.message && !isAnyHidden && <span className="text-muted"> {missed[0].message}</span>}
      </p>
      {missed.length > 0 && (
        <Button kind="quiet" size="small" onClick={() => void orSay(goOnWithSeries(id))}>
          {bar.goOn}
        </Button>
      )}
      <Button kind="quiet" size="small" onClick={onDismiss}>
        {bar.dismiss}
      </Button>
    </div>
  )
}
