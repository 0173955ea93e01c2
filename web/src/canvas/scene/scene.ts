import { overlaps, type Point, type Rect } from '#domain/geometry/rect.ts'
import type { CardPlace } from '#domain/layout/card.ts'
import { blankNoteHeight, noteWidth } from '#domain/layout/frame-content.ts'
import type { SpatialIndex } from '#domain/layout/spatial-index.ts'

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
  /** Open comments of reviewers; absent: none. */
  readonly openComments?: number | undefined
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
  /** The texts of the caption that only a card in use shows: their width is kept, so that no word moves. Null where cards have none. */
  readonly usedFacts: { readonly settings: string; readonly cost: string; readonly button: string } | null
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

/** A frame as it is painted: without its title where that is empty. */
export type FrameFace = Rect & { readonly title: string; readonly isSelected: boolean }

/** A note as it is painted. */
export type NoteFace = Point & { readonly text: string; readonly isSelected: boolean }

export type ItemFaces = { readonly frames: readonly FrameFace[]; readonly notes: readonly NoteFace[] }

/** The frames and notes of a scene, those that are being moved excluded: larger frames first. */
export type SceneItems = {
  get(): ItemFaces
  /** Whether everything that lies below and above the cards is painted: its elements are hidden over tiles only then. */
  arePainted(): boolean
  /** Subscribes to the areas of those that came, went, moved or look different. Returns the stop. */
  onChange(listener: (areas: readonly Rect[]) => void): () => void
}

/** Above the upper edge of a frame, in screen pixels: its title. */
const titleReach = 24
/** The zoom at which a title reaches farthest: in smaller ones it has the same size on the board. */
const farthestZoom = 0.2

/** The area that a frame takes with its title, in canvas pixels. */
export function frameReach({ x, y, width, height }: Rect, zoom = farthestZoom): Rect {
  const above = titleReach / Math.max(zoom, farthestZoom)
  return { x: x - 2 / zoom, y: y - above, width: width + 4 / zoom, height: height + above + 2 / zoom }
}

/** The area that a note may take: its words may need twice the lines that are estimated. */
export const noteReach = ({ x, y, text }: NoteFace): Rect => ({
  x: x - 20,
  y: y - 20,
  width: noteWidth + 40,
  height: 2 * blankNoteHeight(text) + 100,
})

/** The frames and notes that reach into an area. */
export const itemsInArea = ({ frames, notes }: ItemFaces, area: Rect, zoom: number): ItemFaces => ({
  frames: frames.filter((frame) => overlaps(frameReach(frame, zoom), area)),
  notes: notes.filter((note) => overlaps(noteReach(note), area)),
})
