import type { Rect } from '#domain/geometry/rect.ts'
import type { CardPlace } from '#domain/layout/card.ts'
import type { Connector } from '#domain/layout/connector.ts'
import type { CardFace, ItemFaces } from '../scene/scene.ts'

/** The theme's colors, resolved to values that a canvas accepts. */
export type Look = {
  readonly ground: string
  readonly dot: string
  readonly panel: string
  readonly hairline: string
  readonly ink: string
  readonly muted: string
  readonly raised: string
  readonly danger: string
  readonly dangerSoft: string
  readonly branch: string
  readonly accent: string
  readonly line: string
  readonly glass: string
  readonly onGlass: string
  readonly paper: string
  readonly frame: string
  readonly checkerOdd: string
  readonly checkerEven: string
}

/** The parts of a card that are not painted, since other cards cover it. */
export type HiddenParts = {
  /** The places of pictures. */
  readonly pictures: readonly number[]
  readonly caption: boolean
}
export const nothingHidden: HiddenParts = { pictures: [], caption: false }

export type PaintedCard = CardPlace & {
  readonly face: CardFace
  readonly isSelected: boolean
  /** On the path from the selection to its roots. */
  readonly isOnPath: boolean
  /** Dimmed, since other cards match the search. */
  readonly isDimmed: boolean
  readonly hidden: HiddenParts
}
export type PaintedConnector = { readonly curve: Connector; readonly isActive: boolean }

/** One tile to paint, with all its content: the painter stores no board. */
export type PaintRequest = {
  readonly id: number
  readonly area: Rect
  /** The zoom of the tile's level: screen pixels per canvas pixel. */
  readonly zoom: number
  readonly devicePixelRatio: number
  /** From the lowest to the topmost. */
  readonly cards: readonly PaintedCard[]
  readonly connectors: readonly PaintedConnector[]
  readonly items: ItemFaces
  /** `dotted`: with the background and its dots, which makes the tile opaque. `clear`: the content alone. */
  readonly ground: 'dotted' | 'clear'
  /**
   * `now`: average colors replace pictures that are being loaded. `whenComplete`: something better is shown already. `whenSharper`: the
   * same is shown already, but for pictures that have to be loaded.
   */
  readonly timing: 'now' | 'whenComplete' | 'whenSharper'
  /** While the view moves, thumbnails from sheets are enough. */
  readonly detail: 'moving' | 'resting'
}

/** `stand-ins`: a sharper file of a picture that something stands in for is loaded later, when the view is slower. */
export type LoadedNow = 'all' | 'stand-ins'

export type ToPainter =
  | { readonly kind: 'look'; readonly look: Look }
  | { readonly kind: 'paint'; readonly request: PaintRequest }
  | { readonly kind: 'forget'; readonly id: number }
  | { readonly kind: 'load'; readonly what: LoadedNow }

/** A request gets one answer or more: another one when pictures have loaded. */
export type FromPainter = {
  readonly id: number
  readonly bitmap: ImageBitmap
  /** False: another answer will follow. */
  readonly isComplete: boolean
  /** Some picture could not be loaded. */
  readonly lacksPictures: boolean
}
