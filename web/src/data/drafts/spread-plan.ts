import type { RequestGenerationInput } from '#contract/cards/generation.ts'
import type { RequestSeriesInput } from '#contract/cards/series.ts'
import type { ModelShape } from '#contract/models/model.ts'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import type { Point } from '#domain/geometry/rect.ts'
import type { ControlValues } from '#domain/models/controls.ts'
import { type PictureSettings, settingsForModel } from '#domain/models/settings-for-model.ts'
import { type Attachment, sentAttachments } from '#domain/prompt/attachment.ts'
import type { PromptText } from '#domain/prompt/prompt-text.ts'
import { maxSeriesCards, type SeriesCell, seriesCells, seriesCount } from '#domain/series/series-cells.ts'
import { seriesPlaces } from '#domain/series/series-places.ts'
import { type Spread, spreadAxes } from '#domain/series/spread.ts'
import type { ControlsByModel } from '../models/controls-by-model.ts'
import { type AskedModel, namedInRequest } from '../models/models.ts'
import type { CardSettings } from './parse-draft.ts'

/** One card that Go will create. */
export type PlannedCard = {
  readonly body: RequestGenerationInput & { prompt: string }
  /** The display name of its model, or its alias. */
  readonly modelName: string
  readonly column: number
  readonly row: number
  /** Hundredths of a credit for all of its images. */
  readonly hundredths: number
}

/** The cards that Go will create: one card, or several where the prompt is spread. */
export type SpreadPlan = {
  readonly count: number
  /** Empty where there are more than allowed at once, and while there is no model. */
  readonly cards: readonly PlannedCard[]
  readonly hundredths: number
  /** The price is the highest that it can be: its own would reveal which model a race hides. */
  readonly isMost: boolean
}

const isStyle = ({ kind }: Attachment) => kind === 'style'

/** The attachments of a cell: its style replaces the composer's. */
function attachmentsOf(written: Written, { style }: SeriesCell): readonly Attachment[] {
  const own = written.attachments.find(isStyle)
  if (style === (own?.id ?? null)) return written.attachments
  const others = written.attachments.filter((attachment) => !isStyle(attachment))
  return style === null ? others : [{ kind: 'style', id: style, name: '', thumbnailUrl: '' }, ...others]
}

/**
 * The requests of a prompt spread over models, styles and ratios: card by card, each as far as its model supports it.
 * @param controls What is chosen of the controls of each model.
 */
export function spreadPlan(
  written: Written & { readonly spread: Spread },
  model: AskedModel | null,
  models: readonly ModelShape[],
  controls: ControlsByModel = {},
): SpreadPlan {
  if (!model) return { count: 1, cards: [], hundredths: 0, isMost: false }
  const { prompt, aspectRatio, attachments, spread } = written
  const style = attachments.find(isStyle)?.id ?? null
  const axes = spreadAxes(spread, { prompt, model: model.name, style, aspectRatio })
  const count = seriesCount(axes)
  if (count > maxSeriesCards) return { count, cards: [], hundredths: 0, isMost: false }
  const cards = seriesCells(axes).map((cell): PlannedCard => {
    const its: AskedModel =
      cell.model === model.name ? model : (models.find(({ name }) => name === cell.model) ?? model)
    const body = generationBody(
      { ...written, prompt: cell.prompt, aspectRatio: cell.aspectRatio, attachments: attachmentsOf(written, cell) },
      its,
      controls[its.name],
    )
    const hundredths = (its.prices[body.resolution ?? '1K'] ?? 0) * (body.count ?? imagesPerGeneration)
    return { body, modelName: its.name, column: cell.column, row: cell.row, hundredths }
  })
  const hundredths = cards.reduce((sum, card) => sum + card.hundredths, 0)
  return { count, cards, hundredths, isMost: cards.some(({ body }) => body.modelOf) }
}

/** The request for all cards of a plan, the first at `from`. `more`: further fields of each of them. */
export function seriesRequest(
  { cards, hundredths }: SpreadPlan,
  {
    spread,
    projectId,
    from,
    more,
  }: {
    readonly spread: Spread
    readonly projectId: string | null
    readonly from: Point
    readonly more?: Pick<RequestGenerationInput, 'parentGenerationId' | 'parentImageId' | 'branchKind'>
  },
): RequestSeriesInput {
  const places = seriesPlaces(cards, from)
  const isRace = spread.models.length > 1
  return {
    kind: isRace ? 'race' : 'grid',
    projectId,
    hidesNames: isRace && spread.hidesNames,
    price: hundredths,
    steps: cards.map(({ body }, place) => {
      const { x, y } = places[place] ?? from
      return { ...body, ...more, canvasX: x, canvasY: y }
    }),
  }
}

/** The settings as a request carries them: a control that the model does not have is left out. */
function requestSettings(wanted: PictureSettings, model: AskedModel) {
  const { controls, ...settings } = settingsForModel(wanted, model)
  return { ...settings, ...(controls && { controls }) }
}

/** Number of images a plan makes. */
export const imagesOf = ({ count, cards }: SpreadPlan): number =>
  cards.length === 0
    ? count * imagesPerGeneration
    : cards.reduce((sum, { body }) => sum + (body.count ?? imagesPerGeneration), 0)

/** The content of a composer. */
export type Written = Omit<PictureSettings, 'controls'> &
  CardSettings &
  Partial<PromptText> & { readonly prompt: string; readonly attachments: readonly Attachment[] }

/** The part of a request that says what was written before the prompt was improved. */
export function sentImprovedFrom({ improvedFrom }: { readonly improvedFrom?: string | null | undefined }): {
  improvedFrom?: string
} {
  const written = improvedFrom?.trim() ?? ''
  return written === '' ? {} : { improvedFrom: written }
}

/** The request for the content of a composer, as far as the model supports it. */
function generationBody(
  { prompt, improvedFrom, attachments, aspectRatio, resolution, rawMode, count, seed }: Written,
  model: AskedModel,
  controls: ControlValues | undefined,
): RequestGenerationInput & { prompt: string } {
  const { style, imagePrompts, styleReferences } = sentAttachments(attachments, model)
  return {
    prompt: prompt.trim(),
    ...sentImprovedFrom({ improvedFrom }),
    ...namedInRequest(model),
    ...requestSettings({ aspectRatio, resolution, rawMode, controls }, model),
    ...(count !== undefined && { count }),
    ...(seed !== undefined && { seed }),
    ...(style !== null && { style }),
    ...(imagePrompts.length > 0 && { imagePrompts: [...imagePrompts] }),
    ...(styleReferences.length > 0 && { styleReferences: [...styleReferences] }),
  }
}
