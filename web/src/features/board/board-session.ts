import type { LucideIcon } from 'lucide-react'
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { Frame, Note } from '#domain/board/board-item.ts'
import { noSelection, type Selection } from '#domain/board/selection.ts'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import type { PictureSettings } from '#domain/models/settings-for-model.ts'
import type { CameraController } from '#web/canvas/camera-controller.ts'
import { type CanvasEngine, createCanvasEngine } from '#web/canvas/canvas-engine.ts'
import { type FrameFace, frameReach, type NoteFace, noteReach, type SceneItems } from '#web/canvas/scene/scene.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { useGeneration } from '#web/data/board/use-board.ts'
import type { CommandGroup } from '#web/data/commands.ts'
import { keptWithBoard } from '#web/data/live/kept-with-board.ts'
import { userStorage } from '#web/data/storage/current-storage.ts'
import { createStore, type Store } from '#web/data/store.ts'
import { showToast } from '#web/ui/toast.ts'
import { boardPainting, boardScene, type CommentMarks, noComments } from './board-scene.ts'
import { createOverlays, type OverlayKind, type OverlayOf, type Overlays } from './overlays.ts'
import { boardTexts } from './texts.ts'

/** The cards and items that are moved by a pointer or the arrows, and the distance, in canvas pixels. */
export type Dragged = Selection & { readonly offset: Point }

/** A branch by its two cards, and the place of the pointer on the screen. */
export type TracedBranch = { readonly parentId: string; readonly childId: string; readonly at: Point | null }

/** A card that was requested and is not on the board yet. */
export type AwaitedCard = {
  /** The id that it will have. */
  readonly id: string
  readonly place: Point
  /** The card that it branches from; null for a root. */
  readonly parentId: string | null
  readonly prompt: string
  readonly modelName: string
  readonly settings: PictureSettings
  /** Number of images it gets; absent: four. */
  readonly count?: number | undefined
  /** Its images are files of the user, which are being sent; absent: they are generated. */
  readonly isBroughtIn?: true
}

/** Where cards will be that are not there yet, as they will be. */
export const awaitedPlaces = (awaited: Store<readonly AwaitedCard[]>) =>
  awaited.get().map(({ place }) => ({ ...place, isCollapsed: false }))

/** The place of a future card, and that of its parent; null for a root. */
export type Placeholder = {
  readonly key: string
  readonly place: Point
  readonly from: Point | null
  readonly prompt: string
}

/** Cards that were requested for a board: their requests go on while another page is shown. */
const awaitedOn = keptWithBoard(() => createStore<readonly AwaitedCard[]>([]))

/** A card's part in a race of models. */
export type RaceCard = { readonly seriesId: string; readonly winnerImageId: string | null }

/**
 * The target of a command: the open canvas with its selection, and the card or image under the pointer, if it came from
 * there.
 */
export type CommandContext = {
  readonly session: BoardSession
  /** The image under the pointer of a context menu. */
  readonly imageId: string | null
  /** The point of the board under the pointer. */
  readonly point: Point | null
}

/** One command of the canvas. Menus, keyboard, palette and the sheet of shortcuts are made of these. */
export type BoardCommand = {
  readonly id: string
  readonly group: CommandGroup
  readonly icon: LucideIcon
  /** Its current name: Collapse becomes Expand. */
  label(context: CommandContext): string
  /** Such as `Mod+Shift+Z`; the first one is shown. */
  readonly keys: readonly string[]
  /** Whether it repeats while its keys are held; default: once a press. */
  readonly repeats?: true
  canRun(context: CommandContext): boolean
  run(context: CommandContext): void
}

/** One open canvas: the board, the camera, the selection and the overlays. Exists as long as the page is open. */
export type BoardSession = {
  readonly board: BoardStore
  readonly controller: CameraController
  readonly engine: CanvasEngine
  /** All commands of the canvas, in the order of the menus. */
  readonly commands: readonly BoardCommand[]
  /** The open panels and dialogs. */
  readonly overlays: Overlays
  readonly selection: Store<Selection>
  /** The tool of the canvas, and the frame or note that is being changed. */
  readonly items: ItemState
  /** Whether the prompt bar is open; at rest it is one line. */
  readonly promptBar: Store<'rest' | 'open'>
  /** The image that was pressed last: it is in hand while its card alone is selected. */
  readonly pressed: Store<string | null>
  readonly hovered: Store<string | null>
  /** The hovered image, once the pointer has rested on it. */
  readonly pointed: Store<{ readonly cardId: string; readonly imageId: string } | null>
  /** The hovered or focused branch, by its two cards. */
  readonly traced: Store<TracedBranch | null>
  readonly dragged: Store<Dragged | null>
  /** Cards that were requested and that the server has not answered yet. */
  readonly awaited: Store<readonly AwaitedCard[]>
  /** Cards of a shown plan, and cards that wait for others. */
  readonly planned: Store<readonly Placeholder[]>
  readonly waiting: Store<readonly Placeholder[]>
  /** The cards that run in races of models. */
  readonly raceCards: Store<ReadonlyMap<string, RaceCard>>
  /** The card that a link has opened, while it pulses. */
  readonly pulsed: Store<string | null>
  readonly minimap: Store<MinimapState>
  /** The cards that a search has found; all others are dimmed. Null without a search. */
  readonly hits: Store<ReadonlySet<string> | null>
  /** The images that are collected for a comparison, in their order. */
  readonly gathered: Store<readonly string[]>
  /** Comments of reviewers, as they are marked on the pictures. */
  readonly comments: Store<CommentMarks>
  /** Cards glide to their places while it is true. */
  readonly tidying: Store<boolean>
}

type SessionInput = Pick<BoardSession, 'board' | 'controller' | 'commands'>

/** Opens a session on a board. */
export function createBoardSession(input: SessionInput): BoardSession {
  const items = createItemState()
  const selection = createStore(noSelection)
  const dragged = createStore<Dragged | null>(null)
  const { board } = input
  const comments = createStore(noComments)
  const scene = boardScene(
    board,
    boardItems({ board: board.items, purses: board.purses, selection, state: items, dragged }),
    comments,
  )
  const engine = createCanvasEngine({
    scene,
    controller: input.controller,
    painting: boardPainting,
    onPaintingFailed: () =>
      showToast({ kind: 'error', title: boardTexts.notPainted, description: boardTexts.notPaintedText }),
  })
  return { ...restingSession(input), selection, items, dragged, comments, engine }
}

type RestingSession = Omit<BoardSession, 'selection' | 'items' | 'dragged' | 'comments' | 'engine'>

/** Nothing is selected, open or under way. */
const restingSession = ({ board, controller, commands }: SessionInput): RestingSession => ({
  board,
  controller,
  commands,
  overlays: createOverlays(),
  promptBar: createStore<'rest' | 'open'>('rest'),
  pressed: createStore<string | null>(null),
  hovered: createStore<string | null>(null),
  pointed: createStore<{ readonly cardId: string; readonly imageId: string } | null>(null),
  traced: createStore<TracedBranch | null>(null),
  awaited: awaitedOn(board),
  planned: createStore<readonly Placeholder[]>([]),
  waiting: createStore<readonly Placeholder[]>([]),
  raceCards: createStore<ReadonlyMap<string, RaceCard>>(new Map()),
  pulsed: createStore<string | null>(null),
  minimap: createMinimapState(),
  hits: createStore<ReadonlySet<string> | null>(null),
  gathered: createStore<readonly string[]>([]),
  tidying: createStore(false),
})

export type MinimapState = 'open' | 'folded'

const minimapKey = 'minimap'

/** Whether the minimap is open, as it was left in this browser. */
export const readMinimapState = (): MinimapState => (userStorage.read(minimapKey) === 'folded' ? 'folded' : 'open')

function createMinimapState(): Store<MinimapState> {
  const store = createStore(readMinimapState())
  store.subscribe(() => userStorage.write(minimapKey, store.get()))
  return store
}

const SessionContext = createContext<BoardSession | null>(null)
export const BoardSessionProvider = SessionContext.Provider

/** The open canvas. */
export function useBoardSession(): BoardSession {
  const session = useContext(SessionContext)
  if (!session) throw new Error('This belongs inside a BoardSessionProvider.')
  return session
}

/** A part of one card's generation; renders again only when that part changes. */
export const useCard = <Part>(id: string, select: (generation: GenerationShape) => Part) =>
  useGeneration(useBoardSession().board, id, select)

/** The place of a card; undefined once it is deleted. */
export function useCardPlace(id: string) {
  const { board } = useBoardSession()
  const subscribe = useCallback((listener: () => void) => board.onArrange(listener), [board])
  return useSyncExternalStore(subscribe, () => board.cards.get(id))
}

type Readable<Value> = Pick<Store<Value>, 'get' | 'subscribe'>

/** A part of a store's value; renders again only when that part changes. */
export const useSelect = <Value, Part>(store: Readable<Value>, select: (value: Value) => Part) =>
  useSyncExternalStore(store.subscribe, () => select(store.get()))

/** Whether a board has no card. */
export const useIsEmpty = ({ size }: Pick<BoardStore, 'size'>): boolean => useSelect(size, (count) => count === 0)

/** The open overlay of a kind; null while there is none. */
export function useOverlay<Kind extends OverlayKind>({ overlays }: BoardSession, kind: Kind): OverlayOf<Kind> | null {
  return useSelect(overlays, () => overlays.find(kind))
}

/** The effect of a press on the canvas: `hand` pans from anywhere, `frame` and `purse` draw one, `note` places one. */
type CanvasTool = 'select' | 'hand' | 'note' | 'frame' | 'purse'

/** The frame or note whose words are being edited; a new note is not on the board before it has some. */
type EditedItem =
  | { readonly kind: 'title'; readonly frameId: string }
  | { readonly kind: 'note'; readonly noteId: string }
  | { readonly kind: 'new-note'; readonly place: Point }

/** The state of frames and notes on one open canvas, beyond what the board stores. */
type ItemState = {
  readonly edited: Store<EditedItem | null>
  /** The frame or ring that is being resized, and its place and size meanwhile. */
  readonly resized: Store<{ readonly id: string; readonly rect: Rect } | null>
  readonly tool: Store<CanvasTool>
}

/** Nothing is being changed, and a press selects. */
export const createItemState = (): ItemState => ({
  edited: createStore<EditedItem | null>(null),
  resized: createStore<{ readonly id: string; readonly rect: Rect } | null>(null),
  tool: createStore<CanvasTool>('select'),
})

type Sources = {
  readonly board: Pick<
    Store<{ readonly frames: ReadonlyMap<string, Frame>; readonly notes: ReadonlyMap<string, Note> }>,
    'get' | 'subscribe'
  >
  readonly purses: Pick<Store<readonly unknown[]>, 'get' | 'subscribe'>
  readonly selection: Pick<Store<Pick<Selection, 'items'>>, 'get' | 'subscribe'>
  readonly state: Pick<ItemState, 'resized' | 'edited'>
  readonly dragged: Pick<Store<{ readonly items: ReadonlySet<string> } | null>, 'get' | 'subscribe'>
}

type Faces = { readonly frames: Map<string, FrameFace>; readonly notes: Map<string, NoteFace> }

const areaOf = ({ width, height }: Rect) => width * height

/**
 * The frames and notes as the canvas paints them. Those that are dragged or resized are elements alone, as is a title that is being
 * edited, and all are where the board has purses: their rings and labels lie between frames and notes, and are not painted.
 */
export function boardItems({ board, purses, selection, state, dragged }: Sources): SceneItems {
  const listeners = new Set<(areas: readonly Rect[]) => void>()

  const arePainted = () => purses.get().length === 0

  const read = (): Faces => {
    if (!arePainted()) return { frames: new Map(), notes: new Map() }
    const { frames, notes } = board.get()
    const selected = selection.get().items
    const moving = dragged.get()?.items
    const resizedId = state.resized.get()?.id
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
  let resizedId = state.resized.get()?.id
  const followResize = () => {
    if (state.resized.get()?.id === resizedId) return
    resizedId = state.resized.get()?.id
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
        selection.subscribe(update),
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
