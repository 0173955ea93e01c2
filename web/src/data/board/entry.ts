import type { CompactCard } from '#contract/board/compact-board.ts'
import { generationOf, type ReadingContext, sheetSlotsOf } from '#contract/board/compact-card.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { shownModel } from '#domain/generation/origin.ts'
import { hasEnded, isPending } from '#domain/generation/status.ts'
import type { CardPlace } from '#domain/layout/card.ts'
import { facePlace } from '#domain/lineage/judged-image.ts'

/** The values that the compact cards of one read share. */
export type EntryContext = ReadingContext & {
  readonly sheets: string[]
  /** The header's `since`, in milliseconds since 1970. */
  readonly sinceMs: number
}

/**
 * A card in memory: in the compact form in which it arrived, or in full after a change. A board of 100,000 cards fits
 * into the memory of a page only in the compact form.
 */
export type Entry = {
  readonly compact: { readonly card: CompactCard; readonly context: EntryContext } | null
  readonly whole: GenerationShape | null
  /** Higher is above. */
  readonly order: number
}

/** The card in full. A new object for a compact one: callers that need it again keep it. */
export function generationOfEntry({ compact, whole }: Entry): GenerationShape {
  if (whole) return whole
  if (!compact) throw new Error('An entry is compact, whole or both.')
  return generationOf(compact.card, compact.context)
}

/** A card's prompt and model, read without expanding it. */
export function wordsOfEntry({ compact, whole }: Entry): { prompt: string; model: string; maker: string } {
  if (whole) return { prompt: whole.prompt, model: shownModel(whole.model), maker: whole.madeBy?.name ?? '' }
  return {
    prompt: compact?.card[6] ?? '',
    model: shownModel(compact?.context.models[compact.card[7]] ?? null),
    maker: compact?.card[14]?.madeBy?.name ?? '',
  }
}

/** Whether a race hides the card's model, read without writing the card out. */
export const hidesModelOfEntry = ({ compact, whole }: Entry): boolean =>
  (whole ? whole.hiddenModel : (compact?.card[14]?.hiddenModel ?? null)) !== null

/** The places of the card's pictures in the sheets of thumbnails, by image index. */
export const sheetSlotsOfEntry = ({ compact }: Entry) => (compact ? sheetSlotsOf(compact.card, compact.context) : [])

/** Whether images of the card are pending; read without expanding the card. */
export function isRunning({ compact, whole }: Entry): boolean {
  if (whole) return isPending(whole.status)
  const images = compact?.card[14]?.images ?? []
  return images.some((image) => image?.status !== undefined && !hasEnded(image.status))
}

/** Place and parent of a card, read without expanding it. */
export function layoutOfEntry(entry: Entry): CardLayout {
  const { compact, whole } = entry
  if (whole)
    return {
      id: whole.id,
      parentId: whole.parentGenerationId,
      x: whole.canvasX,
      y: whole.canvasY,
      isCollapsed: whole.isCollapsed,
      createdAt: Date.parse(whole.createdAt),
      order: entry.order,
    }
  if (!compact) throw new Error('An entry is compact, whole or both.')
  const { card, context } = compact
  const [id, , parentPlace, time, x, y] = card
  const extras = card[14]
  return {
    id,
    parentId: context.idAt(parentPlace) ?? extras?.parentGenerationId ?? null,
    x,
    y,
    isCollapsed: extras?.isCollapsed ?? false,
    createdAt: context.sinceMs + time,
    order: entry.order,
  }
}

/** The layout of a card on the canvas. */
export type CardLayout = CardPlace & {
  readonly id: string
  readonly parentId: string | null
  /** Milliseconds since 1970. */
  readonly createdAt: number
  /** Higher is above: cards are stacked in the order of their creation. */
  readonly order: number
}

/** Whether the canvas would show both alike. */
export const isSameLayout = (a: CardLayout, b: CardLayout) =>
  a.x === b.x &&
  a.y === b.y &&
  a.isCollapsed === b.isCollapsed &&
  a.parentId === b.parentId &&
  a.order === b.order &&
  a.createdAt === b.createdAt

/** The face of a card: what is painted of it when zoomed out. */
export type CardFace = {
  readonly prompt: string
  readonly model: string
  /** The kind of the branch that the card is; null for a root. */
  readonly branchKind: GenerationShape['branchKind']
  readonly isRunning: boolean
  readonly images: readonly FaceImage[]
  /** The index of the image that represents the card. */
  readonly bestPlace: number
}

type FaceImage = {
  readonly id: string
  readonly state: 'waiting' | 'failed' | 'picture'
  /** `#rrggbb` of a picture; null where it is unknown. */
  readonly averageColor: string | null
  readonly isStarred: boolean
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** The place of its thumbnail in the sheets. */
  readonly sheet: { readonly sheetId: string; readonly slot: number } | null
}

const stateOf = (status: GenerationShape['images'][number]['status']): FaceImage['state'] => {
  if (status === 'completed') return 'picture'
  return status === 'failed' || status === 'cancelled' ? 'failed' : 'waiting'
}

/** Derives a card's face from its generation, and the places of its pictures in the sheets, by image index. */
export function cardFace(generation: GenerationShape, slots: readonly (FaceImage['sheet'] | undefined)[]): CardFace {
  const { prompt, model, branchKind, status, images } = generation
  return {
    prompt,
    model: shownModel(model),
    branchKind,
    isRunning: isPending(status),
    bestPlace: facePlace(images),
    images: images.map(({ id, status: imageStatus, averageColor, feedback, width, height, attempt }, place) => ({
      id,
      state: stateOf(imageStatus),
      averageColor,
      isStarred: feedback.includes('star'),
      width,
      height,
      // A re-generated picture is no longer in its slot.
      sheet: attempt === 1 ? (slots[place] ?? null) : null,
    })),
  }
}
