import type { RequestGenerationInput } from '#contract/generation.ts'
import type { ModelShape } from '#contract/model.ts'
import type { RequestSeriesInput } from '#contract/series.ts'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import type { Point } from '#domain/geometry/rect.ts'
import { type PictureSettings, settingsForModel } from '#domain/models/settings-for-model.ts'
import { type Attachment, sentAttachments } from '#domain/prompt/attachment.ts'
import { mostSeriesCards, type SeriesCell, seriesCells, seriesCount } from '#domain/series/series-cells.ts'
import { seriesPlaces } from '#domain/series/series-places.ts'
import { type Spread, spreadAxes } from '#domain/series/spread.ts'
import { type AskedModel, namedInRequest } from '../models.ts'

/** One card that Go will create. */
export type PlannedCard = {
  readonly body: RequestGenerationInput & { prompt: string }
  /** The display name of its model, or its alias. */
  readonly modelName: string
  readonly column: number
  readonly row: number
  /** Hundredths of a credit for its four images. */
  readonly hundredths: number
}

/** What Go will create: one card, or several where the prompt is spread. */
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
 */
export function spreadPlan(
  written: Written & { readonly spread: Spread },
  model: AskedModel | null,
  models: readonly ModelShape[],
): SpreadPlan {
  if (!model) return { count: 1, cards: [], hundredths: 0, isMost: false }
  const { prompt, aspectRatio, attachments, spread } = written
  const style = attachments.find(isStyle)?.id ?? null
  const axes = spreadAxes(spread, { prompt, model: model.name, style, aspectRatio })
  const count = seriesCount(axes)
  if (count > mostSeriesCards) return { count, cards: [], hundredths: 0, isMost: false }
  const cards = seriesCells(axes).map((cell): PlannedCard => {
    const its: AskedModel =
      cell.model === model.name ? model : (models.find(({ name }) => name === cell.model) ?? model)
    const body = generationBody(
      { ...written, prompt: cell.prompt, aspectRatio: cell.aspectRatio, attachments: attachmentsOf(written, cell) },
      its,
    )
    const hundredths = (its.prices[body.resolution ?? '1K'] ?? 0) * imagesPerGeneration
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

/** The content of a composer. */
export type Written = PictureSettings & { readonly prompt: string; readonly attachments: readonly Attachment[] }

/** The request for the content of a composer, as far as the model supports it. */
function generationBody(
  { prompt, attachments, aspectRatio, resolution, rawMode }: Written,
  model: AskedModel,
): RequestGenerationInput & { prompt: string } {
  const { style, imagePrompts, styleReferences } = sentAttachments(attachments, model)
  return {
    prompt: prompt.trim(),
    ...namedInRequest(model),
    ...settingsForModel({ aspectRatio, resolution, rawMode }, model),
    ...(style !== null && { style }),
    ...(imagePrompts.length > 0 && { imagePrompts: [...imagePrompts] }),
    ...(styleReferences.length > 0 && { styleReferences: [...styleReferences] }),
  }
}
