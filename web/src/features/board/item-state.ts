import type { Point, Rect } from '#domain/geometry/rect.ts'
import { createStore, type Store } from '#web/data/store.ts'

/** What a press on the canvas does: `hand` pans from anywhere, `frame` and `purse` draw one, `note` places one. */
export type CanvasTool = 'select' | 'hand' | 'note' | 'frame' | 'purse'

/** The frame or note whose words are being edited; a new note is not on the board before it has some. */
export type EditedItem =
  | { readonly kind: 'title'; readonly frameId: string }
  | { readonly kind: 'note'; readonly noteId: string }
  | { readonly kind: 'new-note'; readonly place: Point }

/** The state of frames and notes on one open canvas, beyond what the board stores. */
export type ItemState = {
  /** The selected frames and notes. */
  readonly selected: Store<ReadonlySet<string>>
  readonly edited: Store<EditedItem | null>
  /** The frame that is being resized, and its place and size meanwhile. */
  readonly resized: Store<{ readonly frameId: string; readonly rect: Rect } | null>
  readonly tool: Store<CanvasTool>
}

/** Nothing is selected, and a press selects. */
export const createItemState = (): ItemState => ({
  selected: createStore<ReadonlySet<string>>(new Set()),
  edited: createStore<EditedItem | null>(null),
  resized: createStore<{ readonly frameId: string; readonly rect: Rect } | null>(null),
  tool: createStore<CanvasTool>('select'),
})
