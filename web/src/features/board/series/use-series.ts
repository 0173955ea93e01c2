import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { SeriesShape } from '#contract/series.ts'
import { seriesQuery } from '#web/data/series.ts'
import type { BoardView, Ghost } from '../board-view.ts'
import { racersOf } from './racing.ts'
import { placeBefore, stepPlace } from './step-place.ts'

const none: readonly SeriesShape[] = []

/** Steps whose cards are still to come, where they will lie. */
const ghostsOf = (list: readonly SeriesShape[]): Ghost[] =>
  list.flatMap(({ id, steps }) =>
    steps.flatMap(({ status, prompt, dependsOn, ...step }, place) =>
      status === 'waiting'
        ? [{ key: `${id} ${place}`, place: stepPlace(step), from: placeBefore(steps, dependsOn), prompt }]
        : [],
    ),
  )

/** The project's series; what they mean for single cards is put where cards look for it. */
export function useSeries(view: BoardView): readonly SeriesShape[] {
  const { data: list = none } = useQuery(seriesQuery(view.board.projectId))
  useEffect(() => {
    view.racers.set(racersOf(list))
    view.waiting.set(ghostsOf(list))
  }, [view, list])
  return list
}
