import type { SeriesShape } from '#contract/cards/series.ts'
import { isUnderWay, unmadeSteps } from '#domain/series/step.ts'
import { cancelSeries, goOnWithSeries } from '#web/data/series.ts'
import { showFailure } from '#web/features/board/cards/picture-actions.tsx'
import { Button } from '#web/ui/button.tsx'
import { seriesTexts } from './texts.ts'

const { bar } = seriesTexts

type SeriesLineProps = {
  series: SeriesShape
  /** Hides the line until the page is opened again. */
  onDismiss(): void
}

/** The state of one series, with what can be done about it. */
export function SeriesLine({ series, onDismiss }: SeriesLineProps) {
  const { id, steps } = series
  const begun = steps.filter(({ status }) => status === 'started').length
  const missed = unmadeSteps(steps)
  if (isUnderWay(steps))
    return (
      <div className="island flex min-h-10 items-center gap-2 py-1 pr-1.5 pl-4 text-13">
        <p role="status" className="tabular-nums">
          {bar.running(begun, steps.length)}
        </p>
        <Button kind="quiet" size="small" onClick={() => void showFailure(cancelSeries(id))}>
          {bar.stop}
        </Button>
      </div>
    )
  return (
    <div className="island flex min-h-10 items-center gap-2 py-1 pr-1.5 pl-4 text-13">
      <p role="status">
        {missed.length > 0 ? bar.stopped(missed.length) : bar.hidden}
        {missed[0]?.message && <span className="text-muted"> {missed[0].message}</span>}
      </p>
      {missed.length > 0 && (
        <Button kind="quiet" size="small" onClick={() => void showFailure(goOnWithSeries(id))}>
          {bar.goOn}
        </Button>
      )}
      <Button kind="quiet" size="small" onClick={onDismiss}>
        {bar.dismiss}
      </Button>
    </div>
  )
}
