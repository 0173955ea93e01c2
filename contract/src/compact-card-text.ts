import { orderNumOf } from '#domain/generation/image-id.ts'
import { aspectRatios, resolutions } from '#domain/models/aspect-ratio.ts'
import type { BoardHeader } from './compact-board.ts'
import type { GenerationShape } from './generation.ts'

/** What a writer knows of the whole board. */
export type WritingContext = Pick<BoardHeader, 'models'> & {
  /** The header's `since`, in milliseconds since 1970. */
  readonly sinceMs: number
  /** A card's place on the board; undefined where it comes in a later line, or not at all. */
  placeOf(generationId: string): number | undefined
}

/** Where an image lies in the sheets of thumbnails: a sheet by its place in the header's list, and the slot in it. */
export type SlotPlace = readonly [sheet: number, slot: number]

/** A card without what is read off its images. */
export type CardFields = Omit<GenerationShape, 'projectId' | 'images' | 'status' | 'createdAt'> & {
  /** Since 1970. */
  readonly createdMs: number
}

/** What a card has to tell of its images, ready to be written: most of it is stored so. */
export type ImageSummary = {
  /** Six digits of each image's average colour; empty where one has none. */
  readonly colours: string
  /** JSON of the extras' `images`; null where there are as many as usual and nothing of them is unusual. */
  readonly unusual: string | null
  /** Where the first image lies, if the others follow it slot by slot. */
  readonly first: SlotPlace | null
  /** JSON of the extras' `slots`, if they don't; null where no image lies in a sheet. */
  readonly slots: string | null
}

function parentExtras({ parentGenerationId, parentImageId }: CardFields, place: number | undefined): string {
  const parent =
    parentGenerationId !== null && place === undefined ? `,"parentGenerationId":"${parentGenerationId}"` : ''
  if (parentImageId === null) return parent
  const orderNum = parentGenerationId === null ? null : orderNumOf(parentGenerationId, parentImageId)
  return `${parent},${orderNum === null ? `"parentImageId":"${parentImageId}"` : `"parentImage":${orderNum}`}`
}

/** What most cards have not, as JSON with a leading comma; empty for most cards. */
function extrasText(card: CardFields, images: ImageSummary, parentPlace: number | undefined): string {
  const { branchKind, isCollapsed, price, settings } = card
  let text = parentExtras(card, parentPlace)
  if (branchKind !== null) text += `,"branchKind":"${branchKind}"`
  if (isCollapsed) text += ',"isCollapsed":true'
  if (settings.style !== null) text += `,"style":"${settings.style}"`
  if (settings.rawMode) text += ',"rawMode":true'
  if (price !== 0) text += `,"price":${price}`
  if (images.unusual !== null) text += `,"images":${images.unusual}`
  if (images.slots !== null) text += `,"slots":${images.slots}`
  return text === '' ? '' : `,{${text.slice(1)}}`
}

/**
 * A card as the JSON of its compact form. Put together as text: making the lists and then `JSON.stringify` takes three times
 * as long, which of 10,000 cards is 40 ms.
 * @throws Error for a card or a model that the context does not know.
 */
export function compactCardText(card: CardFields, images: ImageSummary, context: WritingContext): string {
  const { id, parentGenerationId, canvasX, canvasY, prompt, settings } = card
  const place = context.placeOf(id)
  const model = context.models.indexOf(card.model)
  if (place === undefined || model < 0) throw new Error('The board does not know this card or its model.')
  const parentPlace = parentGenerationId === null ? undefined : context.placeOf(parentGenerationId)
  const ratio = aspectRatios.indexOf(settings.aspectRatio)
  const resolution = resolutions.indexOf(settings.resolution)
  const [sheet, slot] = images.first ?? [-1, 0]
  return (
    `["${id}",${place},${parentPlace ?? -1},${card.createdMs - context.sinceMs},${canvasX},${canvasY},` +
    `${JSON.stringify(prompt)},${model},${ratio},${resolution},${settings.seed},"${images.colours}",${sheet},${slot}` +
    `${extrasText(card, images, parentPlace)}]`
  )
}
