import { type AspectRatio, aspectRatios as allRatios } from '../models/aspect-ratio.ts'
import { resolvedPrompts } from '../prompt/prompt-variables.ts'
import { maxSeriesCards, type SeriesAxes } from './series-cells.ts'

/** A style of a spread: its id, with the title that is shown. */
export type SpreadStyle = { readonly id: string; readonly name: string }

/** The axes over which one prompt is varied. An empty list keeps the composer's own setting. */
export type Spread = {
  /** Display names. */
  readonly models: readonly string[]
  readonly styles: readonly SpreadStyle[]
  readonly aspectRatios: readonly AspectRatio[]
  /** Hides the models' names until a winner is picked. */
  readonly hidesNames: boolean
}

export const noSpread: Spread = { models: [], styles: [], aspectRatios: [], hidesNames: false }

/** The composer's settings, for axes that do not vary. */
export type Composed = {
  readonly prompt: string
  readonly model: string
  readonly style: string | null
  readonly aspectRatio: AspectRatio
}

const or = <Entry>(list: readonly Entry[], single: Entry): readonly Entry[] => (list.length > 0 ? list : [single])

/** The differences from card to card, including the prompt's variables. At most one prompt more than a series may have. */
export const spreadAxes = (spread: Spread, { prompt, model, style, aspectRatio }: Composed): SeriesAxes => ({
  models: or(spread.models, model),
  styles: or<string | null>(
    spread.styles.map(({ id }) => id),
    style,
  ),
  aspectRatios: or(spread.aspectRatios, aspectRatio),
  prompts: resolvedPrompts(prompt, maxSeriesCards + 1),
})

/** The number of cards of a spread for a prompt without variables. */
export const spreadCount = ({ models, styles, aspectRatios }: Spread): number =>
  Math.max(1, models.length) * Math.max(1, styles.length) * Math.max(1, aspectRatios.length)

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string').slice(0, maxSeriesCards) : []

const isStyle = (value: unknown): value is SpreadStyle =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  'name' in value &&
  typeof value.id === 'string' &&
  typeof value.name === 'string'

/** Parses a stored spread; invalid parts are left out. */
export function parseSpread(stored: unknown): Spread {
  if (typeof stored !== 'object' || stored === null) return noSpread
  const { models, styles, aspectRatios, hidesNames } = stored as Record<string, unknown>
  return {
    models: texts(models),
    styles: (Array.isArray(styles) ? styles : []).filter(isStyle).map(({ id, name }) => ({ id, name })),
    aspectRatios: allRatios.filter((ratio) => texts(aspectRatios).includes(ratio)),
    hidesNames: hidesNames === true,
  }
}
