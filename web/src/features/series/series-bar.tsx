import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SeriesShape } from '#contract/series.ts'
import type { Point } from '#domain/geometry/rect.ts'
import { canRunAgain } from '#domain/series/step.ts'
import { cancelSeries, goOnWithSeries, seriesQuery } from '#web/data/series.ts'
import type { BoardSession, Placeholder, RaceCard } from '#web/features/board/board-session.ts'
import { showFailure } from '#web/features/board/cards/picture-actions.tsx'
import { Button } from '#web/ui/button.tsx'
import { seriesTexts } from './texts.ts'
import './series.css'

const { bar } = seriesTexts

/** The most that are shown at once. */
const mostShown = 3

const isUnderWay = ({ steps }: SeriesShape) => steps.some(({ status }) => status === 'waiting')
const unmade = ({ steps }: SeriesShape) => steps.filter(({ status }) => canRunAgain(status))
const isHidden = ({ kind, hidesNames, winnerImageId }: SeriesShape) =>
  kind === 'race' && hidesNames && winnerImageId === null

/** The state of each series that is running, incomplete, or hides its names. */
export function SeriesBar({ session }: { session: BoardSession }) {
  const list = useSeries(session)
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
          onDismiss={() => setDismissed((ids) => new Set([...ids, series.id]))}
        />
      ))}
    </section>
  )
}

type SeriesLineProps = {
  series: SeriesShape
  onDismiss(): void
}

function SeriesLine({ series, onDismiss }: SeriesLineProps) {
  const { id, steps } = series
  const begun = steps.filter(({ status }) => status === 'started').length
  const missed = unmade(series)
  if (isUnderWay(series))
    return (
      <div className="series-line island">
        <p role="status" className="tabular-nums">
          {bar.running(begun, steps.length)}
        </p>
        <Button kind="quiet" size="small" onClick={() => void showFailure(cancelSeries(id))}>
          {bar.stop}
        </Button>
      </div>
    )
  return (
    <div className="series-line island">
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

const none: readonly SeriesShape[] = []

/** Placeholders of pending steps. */
const placeholdersOf = (list: readonly SeriesShape[]): Placeholder[] =>
  list.flatMap(({ id, steps }) =>
    steps.flatMap(({ status, prompt, dependsOn, ...step }, place) =>
      status === 'waiting'
        ? [{ key: `${id} ${place}`, place: stepPlace(step), from: placeBefore(steps, dependsOn), prompt }]
        : [],
    ),
  )

/** The project's series, indexed by card where cards need them. */
function useSeries(session: BoardSession): readonly SeriesShape[] {
  const { data: list = none } = useQuery(seriesQuery(session.board.projectId))
  useEffect(() => {
    session.raceCards.set(raceCardsOf(list))
    session.waiting.set(placeholdersOf(list))
  }, [session, list])
  return list
}

/** The cards that run in races of models, by their ids. */
export function raceCardsOf(list: readonly SeriesShape[]): ReadonlyMap<string, RaceCard> {
  const cards = new Map<string, RaceCard>()
  for (const { id, kind, winnerImageId, steps } of list) {
    if (kind !== 'race') continue
    for (const { generationId } of steps)
      if (generationId !== null) cards.set(generationId, { seriesId: id, winnerImageId })
  }
  return cards
}

type PlacedStep = { readonly canvasX: number; readonly canvasY: number }

/** The place of a step's card, existing or future. */
export const stepPlace = ({ canvasX: x, canvasY: y }: PlacedStep): Point => ({ x, y })

/** The same of the step that one depends on; null where it depends on none. */
export function placeBefore(steps: readonly PlacedStep[], dependsOn: number | null | undefined): Point | null {
  const before = steps[dependsOn ?? -1]
  return before ? stepPlace(before) : null
}
