import { imageIdOf, orderNumOf } from '#domain/generation/image-id.ts'
import { generationStatus, imagesPerGeneration } from '#domain/generation/status.ts'
import { aspectRatios, resolutions } from '#domain/models/aspect-ratio.ts'
import type { BoardHeader, CompactCard, CompactCardExtras } from './compact-board.ts'
import { imageOf, unusualOf } from './compact-image.ts'
import type { GenerationShape } from './generation.ts'

type Context = Pick<BoardHeader, 'projectId' | 'since' | 'models'>

/** What a writer knows of the whole board. */
export type WritingContext = Context & {
  /** A card's place on the board; undefined where it comes in a later line, or not at all. */
  placeOf(generationId: string): number | undefined
}

/** What a reader knows by now. */
export type ReadingContext = Context & {
  /** The id of a card that has been read, by its place on the board. */
  idAt(place: number): string | undefined
}

/** Where an image lies in the sheets of thumbnails: a sheet by its place in the header's list, and the slot in it. */
export type SlotPlace = readonly [sheet: number, slot: number]

/** Six digits of each image; empty where one has no colour. */
const coloursOf = ({ images }: GenerationShape) =>
  images.every(({ averageColor }) => averageColor !== null && /^#[0-9a-f]{6}$/.test(averageColor))
    ? images.map(({ averageColor }) => averageColor?.slice(1)).join('')
    : ''

const colourAt = (colours: string, orderNum: number) =>
  colours === '' ? null : `#${colours.slice(orderNum * 6, orderNum * 6 + 6)}`

/** Sheet and slot of the first image, if the others follow it slot by slot. */
function firstOfRow(slots: readonly (SlotPlace | null)[]): SlotPlace | null {
  const [first] = slots
  if (!first) return null
  const isRow = slots.every((slot, index) => slot?.[0] === first[0] && slot[1] === first[1] + index)
  return isRow ? first : null
}

/** A card without what is read off its images. */
export type CardFields = Omit<GenerationShape, 'images' | 'status'>

/** What a card has to tell of its images. */
export type ImageSummary = {
  /** Six digits of each image's average colour; empty where one has none. */
  readonly colours: string
  /** What is unusual of each image; null where there are as many as usual and nothing of them is unusual. */
  readonly unusual: CompactCardExtras['images'] | null
  /** Where the images lie, in their order; null for one that lies in no sheet. */
  readonly slots: readonly (SlotPlace | null)[]
}

function parentExtras({ parentGenerationId, parentImageId }: CardFields, place: number | undefined): CompactCardExtras {
  const extras: CompactCardExtras = {}
  if (parentGenerationId !== null && place === undefined) extras.parentGenerationId = parentGenerationId
  if (parentImageId === null) return extras
  const orderNum = parentGenerationId === null ? null : orderNumOf(parentGenerationId, parentImageId)
  if (orderNum === null) extras.parentImageId = parentImageId
  else extras.parentImage = orderNum
  return extras
}

/**
 * A card with what is known of its images in its compact form.
 * @throws Error for a card or a model that the context does not know.
 */
export function compactFieldsOf(card: CardFields, images: ImageSummary, context: WritingContext): CompactCard {
  const { settings, parentGenerationId } = card
  const place = context.placeOf(card.id)
  const model = context.models.indexOf(card.model)
  if (place === undefined || model < 0) throw new Error('The board does not know this card or its model.')
  const parentPlace = parentGenerationId === null ? undefined : context.placeOf(parentGenerationId)
  const row = firstOfRow(images.slots)
  const extras = parentExtras(card, parentPlace)
  if (card.branchKind !== null) extras.branchKind = card.branchKind
  if (card.isCollapsed) extras.isCollapsed = true
  if (settings.style !== null) extras.style = settings.style
  if (settings.rawMode) extras.rawMode = true
  if (card.price !== 0) extras.price = card.price
  if (images.unusual) extras.images = images.unusual
  if (!row && images.slots.some((slot) => slot !== null))
    extras.slots = images.slots.map((slot) => (slot ? [slot[0], slot[1]] : null))
  const compact: CompactCard = [
    card.id,
    place,
    parentPlace ?? -1,
    Date.parse(card.createdAt) - Date.parse(context.since),
    card.canvasX,
    card.canvasY,
    card.prompt,
    model,
    aspectRatios.indexOf(settings.aspectRatio),
    resolutions.indexOf(settings.resolution),
    settings.seed,
    images.colours,
    row?.[0] ?? -1,
    row?.[1] ?? 0,
  ]
  if (Object.keys(extras).length > 0) compact.push(extras)
  return compact
}

/**
 * A card in its compact form. `generationOf` makes the same generation of it again.
 * @param slots Where the images lie, in their order; null for one that lies in no sheet.
 * @throws Error for a card or a model that the context does not know.
 */
export function compactCardOf(
  generation: GenerationShape,
  slots: readonly (SlotPlace | null)[],
  context: WritingContext,
): CompactCard {
  const { images } = generation
  const colours = coloursOf(generation)
  const unusual = images.map((image, orderNum) =>
    unusualOf({ ...generation, averageColor: colourAt(colours, orderNum) }, image),
  )
  const isUsual = images.length === imagesPerGeneration && unusual.every((image) => image === null)
  return compactFieldsOf(generation, { colours, unusual: isUsual ? null : unusual, slots }, context)
}

/** What stands at a place of a list that our own server has written. */
function at<Item>(list: readonly Item[], index: number): Item {
  const item = list[index]
  if (item === undefined) throw new RangeError(`The board names ${index} of a list of ${list.length}.`)
  return item
}

const usual = {}
const noExtras: CompactCardExtras = {}

/**
 * The generation that a compact card stands for.
 * @throws RangeError for a place in a list that the header does not have.
 */
export function generationOf(card: CompactCard, context: ReadingContext): GenerationShape {
  const [id, , parentPlace, time, canvasX, canvasY, prompt, model, ratio, resolution, seed, colours, , , given] = card
  const extras = given ?? noExtras
  const parentGenerationId = context.idAt(parentPlace) ?? extras.parentGenerationId ?? null
  const settings: GenerationShape['settings'] = {
    style: extras.style ?? null,
    aspectRatio: at(aspectRatios, ratio),
    resolution: at(resolutions, resolution),
    rawMode: extras.rawMode ?? false,
    seed,
  }
  const createdAt = new Date(Date.parse(context.since) + time).toISOString()
  const count = extras.images?.length ?? imagesPerGeneration
  const images = Array.from({ length: count }, (_, orderNum) => {
    const origin = { id, settings, createdAt, averageColor: colourAt(colours, orderNum) }
    return imageOf(origin, orderNum, extras.images?.[orderNum] ?? usual)
  })
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
    model: at(context.models, model),
    settings,
    status: generationStatus(images.map(({ status }) => status)),
    canvasX,
    canvasY,
    isCollapsed: extras.isCollapsed ?? false,
    price: extras.price ?? 0,
    createdAt,
    images,
  }
}

/** Where the images of a card lie in the sheets, in their order; null for one that lies in none. */
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
