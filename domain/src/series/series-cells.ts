import type { AspectRatio } from '../models/aspect-ratio.ts'

/** The most cards that one Go makes: six by six. */
export const maxSeriesCards = 36

/** The axes of a series. Each list has at least one entry; one with a single entry is the same on every card. */
export type SeriesAxes = {
  /** Display names. */
  readonly models: readonly string[]
  /** Ids; null: without a style. */
  readonly styles: readonly (string | null)[]
  readonly aspectRatios: readonly AspectRatio[]
  readonly prompts: readonly string[]
}

/** One card of a series, with its column and row. */
export type SeriesCell = {
  readonly model: string
  readonly style: string | null
  readonly aspectRatio: AspectRatio
  readonly prompt: string
  readonly column: number
  readonly row: number
}

export const seriesCount = ({ models, styles, aspectRatios, prompts }: SeriesAxes): number =>
  models.length * styles.length * aspectRatios.length * prompts.length

/**
 * Every combination. The first axis that varies, models before styles before ratios before prompts, runs from left to
 * right; all others run down, so that two axes make a grid.
 */
export function seriesCells({ models, styles, aspectRatios, prompts }: SeriesAxes): SeriesCell[] {
  const cells: Omit<SeriesCell, 'column' | 'row'>[] = models.flatMap((model) =>
    styles.flatMap((style) =>
      aspectRatios.flatMap((aspectRatio) => prompts.map((prompt) => ({ model, style, aspectRatio, prompt }))),
    ),
  )
  const across = [models, styles, aspectRatios, prompts].find((axis) => axis.length > 1)?.length ?? 1
  // The axes before the one that runs across have one entry each, so it changes slowest.
  const down = cells.length / across
  return cells.map((cell, place) => ({ ...cell, column: Math.floor(place / down), row: place % down }))
}
