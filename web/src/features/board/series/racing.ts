import type { SeriesShape } from '#contract/series.ts'

/** What a card is in a race of models. */
export type Racer = {
  readonly seriesId: string
  readonly winnerImageId: string | null
}

/** The cards that run in races, by their ids. */
export function racersOf(list: readonly SeriesShape[]): ReadonlyMap<string, Racer> {
  const racers = new Map<string, Racer>()
  for (const { id, kind, winnerImageId, steps } of list) {
    if (kind !== 'race') continue
    for (const { generationId } of steps)
      if (generationId !== null) racers.set(generationId, { seriesId: id, winnerImageId })
  }
  return racers
}
