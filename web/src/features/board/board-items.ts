import type { Frame, Note } from '#domain/board/board-item.ts'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import { type FrameFace, frameReach, type NoteFace, noteReach, type SceneItems } from '#web/canvas/scene/scene.ts'
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

type Sources = {
  readonly board: Pick<
    Store<{ readonly frames: ReadonlyMap<string, Frame>; readonly notes: ReadonlyMap<string, Note> }>,
    'get' | 'subscribe'
  >
  readonly purses: Pick<Store<readonly unknown[]>, 'get' | 'subscribe'>
  readonly state: Pick<ItemState, 'selected' | 'resized' | 'edited'>
  readonly dragged: Pick<Store<{ readonly items: ReadonlySet<string> } | null>, 'get' | 'subscribe'>
}

type Faces = { readonly frames: Map<string, FrameFace>; readonly notes: Map<string, NoteFace> }

const areaOf = ({ width, height }: Rect) => width * height

/**
 * The frames and notes as the canvas paints them. Those that are dragged or resized are elements alone, as is a title that is being
 * edited, and all are where the board has purses: their rings and labels lie between frames and notes, and are not painted.
 */
export function boardItems({ board, purses, state, dragged }: Sources): SceneItems {
  const listeners = new Set<(areas: readonly Rect[]) => void>()

  const arePainted = () => purses.get().length === 0

  const read = (): Faces => {
    if (!arePainted()) return { frames: new Map(), notes: new Map() }
    const { frames, notes } = board.get()
    const selected = state.selected.get()
    const moving = dragged.get()?.items
    const resizedId = state.resized.get()?.frameId
    const edited = state.edited.get()
    const titleOf = ({ id, title }: Frame) => (edited?.kind === 'title' && edited.frameId === id ? '' : title)
    const isStill = ({ id }: { readonly id: string }) => id !== resizedId && moving?.has(id) !== true
    const larger = [...frames.values()].sort((a, b) => areaOf(b) - areaOf(a))
    return {
      frames: new Map(
        larger.filter(isStill).map((frame) => {
          const { id, x, y, width, height } = frame
          return [id, { title: titleOf(frame), x, y, width, height, isSelected: selected.has(id) }]
        }),
      ),
      notes: new Map(
        [...notes.values()]
          .filter(isStill)
          .map(({ id, text, x, y }) => [id, { text, x, y, isSelected: selected.has(id) }]),
      ),
    }
  }
  let faces = read()

  const update = () => {
    const before = faces
    faces = read()
    const areas = [
      ...changedAreas(before.frames, faces.frames, (frame) => frameReach(frame)),
      ...changedAreas(before.notes, faces.notes, noteReach),
    ]
    if (areas.length > 0) for (const listener of [...listeners]) listener(areas)
  }
  /** A drag changes in every frame: only what is dragged matters. */
  let moving = dragged.get()?.items
  const follow = () => {
    if (dragged.get()?.items === moving) return
    moving = dragged.get()?.items
    update()
  }
  let resizedId = state.resized.get()?.frameId
  const followResize = () => {
    if (state.resized.get()?.frameId === resizedId) return
    resizedId = state.resized.get()?.frameId
    update()
  }

  return {
    get: () => ({ frames: [...faces.frames.values()], notes: [...faces.notes.values()] }),
    arePainted,
    onChange(listener) {
      listeners.add(listener)
      update()
      const stops = [
        board.subscribe(update),
        purses.subscribe(update),
        state.selected.subscribe(update),
        state.edited.subscribe(update),
        state.resized.subscribe(followResize),
        dragged.subscribe(follow),
      ]
      return () => {
        listeners.delete(listener)
        for (const stop of stops) stop()
      }
    },
  }
}

/** Where something looks different: the areas of what came, went or changed. */
function changedAreas<Face extends object>(
  before: ReadonlyMap<string, Face>,
  after: ReadonlyMap<string, Face>,
  reach: (face: Face) => Rect,
): Rect[] {
  const isSame = (a: Face, b: Face) => JSON.stringify(a) === JSON.stringify(b)
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
    const [old, now] = [before.get(id), after.get(id)]
    if (old && now && isSame(old, now)) return []
    return [old, now].flatMap((face) => (face ? [reach(face)] : []))
  })
}
