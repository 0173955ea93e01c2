import { imageIdOf, orderNumOf } from '#domain/generation/image-id.ts'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import { aspectRatios, resolutions } from '#domain/models/aspect-ratio.ts'
import type { BoardHeader, CompactCard, CompactCardExtras, CompactImage } from '../compact-board.ts'
import { type ImageOrigin, imageOf } from '../compact-image.ts'
import type { GenerationShape } from '../generation.ts'
import type { ImageShape } from '../image.ts'

/** What a writer knows of the whole board. */
type WritingContext = Pick<BoardHeader, 'since' | 'models'> & {
  /** A card's place on the board; undefined where it comes in a later line, or not at all. */
  placeOf(generationId: string): number | undefined
}

/** Where an image lies in the sheets of thumbnails: a sheet by its place in the header's list, and the slot in it. */
export type SlotPlace = readonly [sheet: number, slot: number]

/** The exceptions that `imageOf` needs for an image; null without any. */
function unusualOf(origin: ImageOrigin, image: ImageShape): CompactImage | null {
  const named: CompactImage = {}
  if (image.id !== imageIdOf(origin.id, image.orderNum)) named.id = image.id
  if (image.status !== 'completed') named.status = image.status
  const usual = imageOf(origin, image.orderNum, named)
  const unusual: CompactImage = { ...named }
  if (image.imageUrl !== usual.imageUrl) unusual.imageUrl = image.imageUrl
  if (image.width !== usual.width) unusual.width = image.width
  if (image.height !== usual.height) unusual.height = image.height
  if (image.averageColor !== usual.averageColor) unusual.averageColor = image.averageColor
  if (image.seed !== usual.seed) unusual.seed = image.seed
  if (image.attempt !== 1) unusual.attempt = image.attempt
  if (image.error !== null) unusual.error = image.error
  if (image.feedback.length > 0) unusual.feedback = image.feedback
  if (image.warnings.length > 0) unusual.warnings = image.warnings
  if (image.createdAt !== usual.createdAt) unusual.createdAt = image.createdAt
  return Object.keys(unusual).length === 0 ? null : unusual
}

/** Six digits of each image; empty where one has no colour. */
const coloursOf = ({ images }: GenerationShape) =>
  images.every(({ averageColor }) => averageColor !== null && /^#[0-9a-f]{6}$/.test(averageColor))
    ? images.map(({ averageColor }) => averageColor?.slice(1)).join('')
    : ''

/** Sheet and slot of the first image, if the others follow it slot by slot. */
function firstOfRow(slots: readonly (SlotPlace | null)[]): SlotPlace | null {
  const [first] = slots
  if (!first) return null
  const isRow = slots.every((slot, index) => slot?.[0] === first[0] && slot[1] === first[1] + index)
  return isRow ? first : null
}

function parentExtras(
  { parentGenerationId, parentImageId }: GenerationShape,
  place: number | undefined,
): CompactCardExtras {
  const extras: CompactCardExtras = {}
  if (parentGenerationId !== null && place === undefined) extras.parentGenerationId = parentGenerationId
  if (parentImageId === null) return extras
  const orderNum = parentGenerationId === null ? null : orderNumOf(parentGenerationId, parentImageId)
  if (orderNum === null) extras.parentImageId = parentImageId
  else extras.parentImage = orderNum
  return extras
}

/**
 * What the server sends of a generation: `generationOf` makes the same of it again. The server itself has PostgreSQL write
 * most of it.
 * @param slots Where the images lie, in their order; null for one that lies in no sheet.
 * @throws Error for a card or a model that the context does not know.
 */
export function compactCardOf(
  generation: GenerationShape,
  slots: readonly (SlotPlace | null)[],
  context: WritingContext,
): CompactCard {
  const { images, settings, parentGenerationId } = generation
  const place = context.placeOf(generation.id)
  const model = context.models.indexOf(generation.model)
  if (place === undefined || model < 0) throw new Error('The board does not know this card or its model.')
  const parentPlace = parentGenerationId === null ? undefined : context.placeOf(parentGenerationId)
  const colours = coloursOf(generation)
  const unusual = images.map((image) =>
    unusualOf({ ...generation, averageColor: colours === '' ? null : image.averageColor }, image),
  )
  const row = firstOfRow(slots)
  const extras = parentExtras(generation, parentPlace)
  if (generation.branchKind !== null) extras.branchKind = generation.branchKind
  if (generation.isCollapsed) extras.isCollapsed = true
  if (settings.style !== null) extras.style = settings.style
  if (settings.rawMode) extras.rawMode = true
  if (generation.imagePrompts.length > 0) extras.imagePrompts = generation.imagePrompts
  if (generation.styleReferences.length > 0) extras.styleReferences = generation.styleReferences
  if (generation.price !== 0) extras.price = generation.price
  if (images.length !== imagesPerGeneration || unusual.some((image) => image !== null)) extras.images = unusual
  if (!row && slots.some((slot) => slot !== null))
    extras.slots = slots.map((slot) => (slot ? [slot[0], slot[1]] : null))
  const compact: CompactCard = [
    generation.id,
    place,
    parentPlace ?? -1,
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
  if (Object.keys(extras).length > 0) compact.push(extras)
  return compact
}
