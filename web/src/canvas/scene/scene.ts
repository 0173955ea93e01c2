import type { CardPlace } from '#domain/layout/card.ts'
import type { SpatialIndex } from '#domain/layout/spatial-index.ts'
import type { SceneItems } from './scene-items.ts'

/** A card as the canvas knows it: its place and its parent. */
export type SceneCard = CardPlace & {
  readonly id: string
  readonly parentId: string | null
  /** Index in the order of creation: a later card is above an earlier one. */
  readonly order: number
}

/** One image as it is painted when zoomed out. */
export type ImageFace = {
  readonly id: string
  readonly state: 'waiting' | 'failed' | 'picture'
  /** `#rrggbb` */
  readonly averageColor: string | null
  readonly isStarred: boolean
  /** Pixels; only their ratio matters. */
  readonly width: number
  readonly height: number
  /** Its place in the sheets of small thumbnails; null where it is in no sheet yet. */
  readonly sheet: { readonly sheetId: string; readonly slot: number } | null
}

/** Everything that is painted of a card. */
export type CardFace = {
  readonly prompt: string
  readonly model: string
  readonly badge: string | null
  /** The kind of the branch that the card is; null for a root. */
  readonly branchKind: 'enhance' | 'remix' | 'edit' | null
  /** Whether one of its images is pending. */
  readonly isRunning: boolean
  readonly images: readonly ImageFace[]
  /** The image that is the largest when zoomed out. */
  readonly bestPlace: number
  /** The lines beside a single picture. */
  readonly facts: readonly string[]
}

/**
 * The content of the canvas. The data behind it belongs to the caller: the canvas asks for what is in view, never for
 * all.
 */
export type Scene = {
  readonly cards: Pick<ReadonlyMap<string, SceneCard>, 'get' | 'values' | 'size'>
  /** Every card's rectangle by its id. */
  readonly index: SpatialIndex
  childrenOf(id: string): Iterable<string> | undefined
  /** Absent where frames and notes are elements at any zoom, or there are none. */
  readonly items?: SceneItems | undefined
  /** Undefined for a missing card. */
  face(id: string): CardFace | undefined
  /** Subscribes to cards that came, went, moved or look different. Returns the stop. */
  onChange(listener: (ids: readonly string[]) => void): () => void
}
