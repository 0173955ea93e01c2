import type { Point, Rect } from '#domain/geometry/rect.ts'
import { overlaps } from '#domain/geometry/rect.ts'
import { blankNoteHeight, noteWidth } from '#domain/layout/frame-content.ts'

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
/** The smallest zoom, at which a title reaches farthest. */
const farthestZoom = 0.1

/** The area that a frame takes with its title, in canvas pixels. */
export function frameReach({ x, y, width, height }: Rect, zoom = farthestZoom): Rect {
  const above = titleReach / zoom
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
