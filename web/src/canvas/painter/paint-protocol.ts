import type { Rect } from '#domain/geometry/rect.ts'
import type { CardPlace } from '#domain/layout/card.ts'
import type { Connector } from '#domain/layout/connector.ts'
import type { CardFace } from '../scene/scene.ts'

/** The theme's colours, resolved, as a canvas takes them. */
export type Look = {
  readonly ground: string
  readonly dot: string
  readonly panel: string
  readonly hairline: string
  readonly ink: string
  readonly muted: string
  readonly raised: string
  readonly dangerSoft: string
  readonly branch: string
  readonly accent: string
}

export type PaintedCard = CardPlace & {
  readonly face: CardFace
  readonly isSelected: boolean
  /** Steps back, since other cards are looked for. */
  readonly isDimmed: boolean
}
export type PaintedConnector = { readonly curve: Connector; readonly isActive: boolean }

/** One tile to paint, with everything that lies on it: the painter remembers no board. */
export type PaintRequest = {
  readonly id: number
  readonly area: Rect
  /** That of the tile's level: screen pixels for a canvas pixel. */
  readonly zoom: number
  readonly devicePixelRatio: number
  /** From the lowest to the topmost. */
  readonly cards: readonly PaintedCard[]
  readonly connectors: readonly PaintedConnector[]
  /** `dotted`: with the ground and its dots, which makes the tile opaque. `clear`: what is above it alone. */
  readonly ground: 'dotted' | 'clear'
  /** `now`: average colours stand in for pictures that are on their way. `whenComplete`: something better is shown already. */
  readonly patience: 'now' | 'whenComplete'
  /** While the view moves, thumbnails from sheets are enough. */
  readonly detail: 'moving' | 'resting'
}

export type ToPainter =
  | { readonly kind: 'look'; readonly look: Look }
  | { readonly kind: 'paint'; readonly request: PaintRequest }
  | { readonly kind: 'forget'; readonly id: number }

/** A request is answered once or more often: again when pictures have come. */
export type FromPainter = {
  readonly id: number
  readonly bitmap: ImageBitmap
  /** False: it will be answered again. */
  readonly isComplete: boolean
  /** Some picture could not be had. */
  readonly lacksPictures: boolean
}
