import { imageIdOf } from '#domain/generation/image-id.ts'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import type { BoardHeader, CompactCard, CompactImage } from '../compact-board.ts'
import { compactCardText, type SlotPlace, type WritingContext } from '../compact-card-text.ts'
import { type ImageOrigin, imageOf } from '../compact-image.ts'
import type { GenerationShape } from '../generation.ts'
import type { ImageShape } from '../image.ts'

/** What `imageOf` has to be told of an image; null where it need not be told anything. */
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

/**
 * What the server sends of a generation: `generationOf` makes the same of it again. The server itself reads of its database
 * what is unusual of a card's images.
 * @param slots Where the images lie, in their order; null for one that lies in no sheet.
 */
export function compactCardOf(
  generation: GenerationShape,
  slots: readonly (SlotPlace | null)[],
  context: Pick<BoardHeader, 'since' | 'models'> & Pick<WritingContext, 'placeOf'>,
): CompactCard {
  const { images } = generation
  const colours = coloursOf(generation)
  const unusual = images.map((image) =>
    unusualOf({ ...generation, averageColor: colours === '' ? null : image.averageColor }, image),
  )
  const isUsual = images.length === imagesPerGeneration && unusual.every((image) => image === null)
  const first = firstOfRow(slots)
  const summary = {
    colours,
    unusual: isUsual ? null : JSON.stringify(unusual),
    first,
    slots: first || slots.every((slot) => slot === null) ? null : JSON.stringify(slots),
  }
  const card = { ...generation, createdMs: Date.parse(generation.createdAt) }
  const sinceMs = Date.parse(context.since)
  return JSON.parse(compactCardText(card, summary, { ...context, sinceMs })) as CompactCard
}
