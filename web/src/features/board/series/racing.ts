import type { SeriesShape } from '#contract/series.ts'

/** What a card is in a race of models. */
export type Racer = {
  readonly seriesId: string
  /** Its model's name is not shown yet: this letter is, instead. Null where the name is shown. */
  readonly letter: string | null
  readonly winnerImageId: string | null
}

const letterA = 'A'.charCodeAt(0)

/** The cards that run in races, by their ids. */
export function racersOf(list: readonly SeriesShape[]): ReadonlyMap<string, Racer> {
  const racers = new Map<string, Racer>()
  for (const { id, kind, hidesNames, winnerImageId, steps } of list) {
    if (kind !== 'race') continue
    const models = [...new Set(steps.map(({ model }) => model))]
    for (const { generationId, model } of steps) {
      if (generationId === null) continue
      const letter = hidesNames && winnerImageId === null ? String.fromCharCode(letterA + models.indexOf(model)) : null
      racers.set(generationId, { seriesId: id, letter, winnerImageId })
    }
  }
  return racers
}
