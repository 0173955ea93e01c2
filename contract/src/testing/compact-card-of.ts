import { imageIdOf, orderNumOf } from '#domain/generation/image-id.ts'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import { aspectRatios, resolutions } from '#domain/models/aspect-ratio.ts'
import type { BoardHeader, CompactCard, CompactCardExtras, CompactImage } from '../board/compact-board.ts'
import { broughtIn } from '../board/compact-card.ts'
import { type ImageOrigin, imageOf } from '../board/compact-image.ts'
import type { GenerationShape } from '../cards/generation.ts'
import type { ImageShape } from '../cards/image.ts'

/** The state of a writer of compact cards. */
type WritingContext = Pick<BoardHeader, 'since' | 'models'> & {
  /** The index of a card on the board; undefined where it is in a later line, or not on the board. */
  placeOf(generationId: string): number | undefined
}

/** Where an image is in the sheets of thumbnails: the index of the sheet, and the slot in it. */
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
  if (image.prompt !== null) unusual.prompt = image.prompt
  if (image.attempt !== 1) unusual.attempt = image.attempt
  if (image.error !== null) unusual.error = image.error
  if (image.feedback.length > 0) unusual.feedback = image.feedback
  if (image.warnings.length > 0) unusual.warnings = image.warnings
  if (image.sensitive !== null) unusual.sensitive = image.sensitive
  if (image.createdAt !== usual.createdAt) unusual.createdAt = image.createdAt
  return Object.keys(unusual).length === 0 ? null : unusual
}

/** Six digits of each image; empty where one has no color. */
const colorsOf = ({ images }: GenerationShape) =>
  images.every(({ averageColor }) => averageColor !== null && /^#[0-9a-f]{6}$/.test(averageColor))
    ? images.map(({ averageColor }) => averageColor?.slice(1)).join('')
    : ''

/** Sheet and slot of the first image, if the slots of the others are consecutive. */
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
 * The reference writer of compact cards: `generationOf` restores the same generation. The server itself writes most of
 * it in PostgreSQL.
 * @param slots The sheet and slot of each image, in order; null for an image that is in no sheet.
 * @throws Error for a card or a model that the context does not contain.
 */
export function compactCardOf(
  generation: GenerationShape,
  slots: readonly (SlotPlace | null)[],
  context: WritingContext,
): CompactCard {
  const { images, settings, parentGenerationId } = generation
  const place = context.placeOf(generation.id)
  const model = generation.model === null ? broughtIn : context.models.indexOf(generation.model)
  if (place === undefined || (model < 0 && generation.model !== null))
    throw new Error('The board does not know this card or its model.')
  const parentPlace = parentGenerationId === null ? undefined : context.placeOf(parentGenerationId)
  const colors = colorsOf(generation)
  const unusual = images.map((image) =>
    unusualOf({ ...generation, averageColor: colors === '' ? null : image.averageColor }, image),
  )
  const row = firstOfRow(slots)
  const extras = parentExtras(generation, parentPlace)
  if (generation.branchKind !== null) extras.branchKind = generation.branchKind
  if (generation.writtenPrompt !== null) extras.writtenPrompt = generation.writtenPrompt
  if (generation.improvedFrom !== null) extras.improvedFrom = generation.improvedFrom
  if (generation.references.length > 0) extras.references = generation.references
  if (generation.edit) extras.edit = generation.edit
  if (generation.editRecord) extras.editRecord = generation.editRecord
  if (generation.isCollapsed) extras.isCollapsed = true
  if (settings.style !== null) extras.style = settings.style
  if (settings.rawMode) extras.rawMode = true
  if (settings.controls) extras.controls = settings.controls
  if (generation.imagePrompts.length > 0) extras.imagePrompts = generation.imagePrompts
  if (generation.styleReferences.length > 0) extras.styleReferences = generation.styleReferences
  if (generation.price !== 0) extras.price = generation.price
  if (generation.madeBy) extras.madeBy = generation.madeBy
  if (generation.hiddenModel) extras.hiddenModel = generation.hiddenModel
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
    colors,
    row?.[0] ?? -1,
    row?.[1] ?? 0,
  ]
  if (Object.keys(extras).length > 0) compact.push(extras)
  return compact
}
