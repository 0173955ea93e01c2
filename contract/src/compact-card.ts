import { imageIdOf } from '#domain/generation/image-id.ts'
import { generationStatus, imagesPerGeneration } from '#domain/generation/status.ts'
import { aspectRatios, resolutions } from '#domain/models/aspect-ratio.ts'
import type { BoardHeader, CompactCard, CompactCardExtras } from './compact-board.ts'
import { imageOf, unusualOf } from './compact-image.ts'
import type { GenerationShape } from './generation.ts'

type Context = Pick<BoardHeader, 'projectId' | 'since' | 'models'>

/** What a writer knows of the whole board. */
export type WritingContext = Context & {
  /** A card's place in the order of creation; undefined where the reader does not know the card yet. */
  placeOf(generationId: string): number | undefined
}

/** What a reader knows by now. */
export type ReadingContext = Context & {
  /** The id of a card that has been read, by its place in the order of creation. */
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

function parentOf(generation: GenerationShape, context: WritingContext) {
  const { parentGenerationId: parentId, parentImageId: imageId } = generation
  const place = parentId === null ? undefined : context.placeOf(parentId)
  const extras: CompactCardExtras = {}
  if (parentId !== null && place === undefined) extras.parentGenerationId = parentId
  const orderNum =
    parentId === null
      ? -1
      : Array.from({ length: imagesPerGeneration }, (_, index) => imageIdOf(parentId, index)).indexOf(imageId ?? '')
  if (orderNum >= 0) extras.parentImage = orderNum
  else if (imageId !== null) extras.parentImageId = imageId
  return { place: place ?? -1, extras }
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
  const { settings, images } = generation
  const place = context.placeOf(generation.id)
  const model = context.models.indexOf(generation.model)
  if (place === undefined || model < 0) throw new Error('The board does not know this card or its model.')
  const parent = parentOf(generation, context)
  const colours = coloursOf(generation)
  const row = firstOfRow(slots)
  const extras = parent.extras
  if (generation.branchKind !== null) extras.branchKind = generation.branchKind
  if (generation.isCollapsed) extras.isCollapsed = true
  if (settings.style !== null) extras.style = settings.style
  if (settings.rawMode) extras.rawMode = true
  if (generation.price !== 0) extras.price = generation.price
  const unusual = images.map((image, orderNum) =>
    unusualOf({ ...generation, averageColor: colourAt(colours, orderNum) }, image),
  )
  if (images.length !== imagesPerGeneration || unusual.some((image) => image !== null)) extras.images = unusual
  if (!row && slots.some((slot) => slot !== null))
    extras.slots = slots.map((slot) => (slot ? [slot[0], slot[1]] : null))
  const card: CompactCard = [
    generation.id,
    place,
    parent.place,
    Date.parse(generation.createdAt) - Date.parse(context.since),
    generation.canvasX,
    generation.canvasY,
    generation.prompt,
    model,
    aspectRatios.indexOf(settings.aspectRatio),
    resolutions.indexOf(settings.resolution),
    settings.seed,
    colours,
    row?.[0] ?? -1,
    row?.[1] ?? 0,
  ]
  if (Object.keys(extras).length > 0) card.push(extras)
  return card
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
