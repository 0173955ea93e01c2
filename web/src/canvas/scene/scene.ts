import type { CardPlace } from '#domain/layout/card.ts'
import type { SpatialIndex } from '#domain/layout/spatial-index.ts'

/** A card as the canvas knows it: where it lies and what it branches from. */
export type SceneCard = CardPlace & {
  readonly id: string
  readonly parentId: string | null
  /** Place in the order of creation: a later card lies above an earlier one. */
  readonly order: number
}

/** One image as it is seen from far away. */
export type ImageFace = {
  readonly id: string
  readonly state: 'waiting' | 'failed' | 'picture'
  /** `#rrggbb` */
  readonly averageColor: string | null
  /** Pixels; what counts is their ratio. */
  readonly width: number
  readonly height: number
  /** Where its small thumbnails lie; null where they are in no sheet yet. */
  readonly sheet: { readonly sheetId: string; readonly slot: number } | null
}

/** All that is painted of a card. */
export type CardFace = {
  readonly prompt: string
  readonly model: string
  readonly badge: string | null
  readonly settings: string
  /** The words of the button that folds and unfolds it. */
  readonly toggle: string
  /** Whether something of it is still being made. */
  readonly isRunning: boolean
  readonly images: readonly ImageFace[]
  /** The image that stands for the card where it is too far away for four; null where none was chosen. */
  readonly bestPlace: number | null
}

/** What the canvas shows. The data behind it belongs to the caller: the canvas asks for what is in view, never for all. */
export type Scene = {
  readonly cards: Pick<ReadonlyMap<string, SceneCard>, 'get' | 'values' | 'size'>
  /** Every card's rectangle by its id. */
  readonly index: SpatialIndex
  childrenOf(id: string): Iterable<string> | undefined
  /** Undefined for a card that is gone. */
  face(id: string): CardFace | undefined
  /** Subscribes to cards that came, went, moved or look different. Returns the stop. */
  onChange(listener: (ids: readonly string[]) => void): () => void
}
