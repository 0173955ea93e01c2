import { executorOf } from '#domain/edit/edit-record.ts'
import { imageIdOf } from '#domain/generation/image-id.ts'
import { generationStatus, imagesPerGeneration } from '#domain/generation/status.ts'
import { aspectRatios, resolutions } from '#domain/models/aspect-ratio.ts'
import type { GenerationShape } from '../cards/generation.ts'
import type { BoardHeader, CompactCard, CompactCardExtras } from './compact-board.ts'
import { imageOf } from './compact-image.ts'

/** The state of a reader of compact cards. */
export type ReadingContext = Pick<BoardHeader, 'projectId' | 'since' | 'models'> & {
  /** The id of a card that was read before, by its index on the board. */
  idAt(place: number): string | undefined
}

const colorAt = (colors: string, orderNum: number) =>
  colors === '' ? null : `#${colors.slice(orderNum * 6, orderNum * 6 + 6)}`

/** An element of a list that our own server has written. */
function at<Item>(list: readonly Item[], index: number): Item {
  const item = list[index]
  if (item === undefined) throw new RangeError(`The board names ${index} of a list of ${list.length}.`)
  return item
}

/** The index of a card's model where it has none. */
export const broughtIn = -1

const usual = {}
const noExtras: CompactCardExtras = {}
/** Shared by all cards without references: saves one array per card on a board of 100,000 cards. */
const none: string[] = []
const noReferences: GenerationShape['references'] = []

/**
 * Restores the generation from a compact card.
 * @throws RangeError for an index that the header does not have.
 */
export function generationOf(card: CompactCard, context: ReadingContext): GenerationShape {
  const [id, , parentPlace, time, canvasX, canvasY, prompt, model, ratio, resolution, seed, colors, , , given] = card
  const extras = given ?? noExtras
  const parentGenerationId = context.idAt(parentPlace) ?? extras.parentGenerationId ?? null
  const settings: GenerationShape['settings'] = {
    style: extras.style ?? null,
    aspectRatio: at(aspectRatios, ratio),
    resolution: at(resolutions, resolution),
    rawMode: extras.rawMode ?? false,
    seed,
    ...(extras.controls && { controls: extras.controls }),
  }
  const createdAt = new Date(Date.parse(context.since) + time).toISOString()
  const count = extras.images?.length ?? imagesPerGeneration
  const images = Array.from({ length: count }, (_, orderNum) => {
    const origin = { id, settings, createdAt, averageColor: colorAt(colors, orderNum) }
    return imageOf(origin, orderNum, extras.images?.[orderNum] ?? usual)
  })
  const modelName = model === broughtIn ? null : at(context.models, model)
  return {
    id,
    projectId: context.projectId,
    parentGenerationId,
    parentImageId:
      extras.parentImage === undefined || parentGenerationId === null
        ? (extras.parentImageId ?? null)
        : imageIdOf(parentGenerationId, extras.parentImage),
    branchKind: extras.branchKind ?? null,
    prompt,
    writtenPrompt: extras.writtenPrompt ?? null,
    improvedFrom: extras.improvedFrom ?? null,
    references: extras.references ?? noReferences,
    edit: extras.edit ?? null,
    executor: extras.edit && modelName !== null ? executorOf(modelName) : null,
    editRecord: extras.editRecord ?? null,
    origin: model === broughtIn ? 'brought-in' : 'made',
    model: modelName,
    hiddenModel: extras.hiddenModel ?? null,
    settings,
    imagePrompts: extras.imagePrompts ?? none,
    styleReferences: extras.styleReferences ?? none,
    status: generationStatus(images.map(({ status }) => status)),
    canvasX,
    canvasY,
    isCollapsed: extras.isCollapsed ?? false,
    price: extras.price ?? 0,
    madeBy: extras.madeBy ?? null,
    createdAt,
    images,
  }
}

/** The sheet and slot of each image of a card; null for an image that is in no sheet. */
export function sheetSlotsOf(
  card: CompactCard,
  { sheets }: Pick<BoardHeader, 'sheets'>,
): ({ sheetId: string; slot: number } | null)[] {
  const [sheet, slot, extras = noExtras] = [card[12], card[13], card[14]]
  const count = extras.images?.length ?? imagesPerGeneration
  return Array.from({ length: count }, (_, orderNum) => {
    if (sheet >= 0) return { sheetId: at(sheets, sheet), slot: slot + orderNum }
    const own = extras.slots?.[orderNum]
    return own ? { sheetId: at(sheets, own[0]), slot: own[1] } : null
  })
}
