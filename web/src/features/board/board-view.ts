import type { Point } from '#domain/geometry/rect.ts'
import type { CameraController } from '#web/canvas/camera-controller.ts'
import { createCanvasEngine } from '#web/canvas/canvas-engine.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { createStore } from '#web/data/store.ts'
import { showToast } from '#web/ui/toast.ts'
import { boardPainting } from './board-painting.ts'
import { boardScene } from './board-scene.ts'
import { composeDraftsOf } from './branching/compose-drafts.ts'
import type { BranchSource, Composing } from './branching/composing.ts'
import type { AwaitedCard } from './branching/send-composed.ts'
import type { Viewing } from './lightbox/open-lightbox.ts'
import { createLineageState } from './lineage/lineage-state.ts'
import { createMinimapState } from './minimap/minimap-state.ts'
import type { Racer } from './series/racing.ts'
import { boardTexts } from './texts.ts'

/** The cards that a pointer or the arrows are moving, and how far they have gone, in canvas pixels. */
export type Dragged = { readonly ids: ReadonlySet<string>; readonly offset: Point }

/** A branch by its two cards, and where on the screen the pointer is that traces it. */
export type TracedBranch = { readonly parentId: string; readonly childId: string; readonly at: Point | null }

/** A card that is still to come, where it will lie, and where the one lies that it will branch from; null for the first. */
export type Ghost = {
  readonly key: string
  readonly place: Point
  readonly from: Point | null
  readonly prompt: string
}

export type BoardPanel = 'find' | 'trash' | 'review'

/** What a link for review is being made to: a branch by its top card, or the whole canvas. */
export type Sharing = { readonly generationId: string | null }

/** One open canvas: the board, the camera, and what the person is pointing at. Lives as long as the page is open. */
export type BoardView = ReturnType<typeof createBoardView>

const nobody: ReadonlySet<string> = new Set()

/** Opens a view on a board. */
export const createBoardView = (board: BoardStore, controller: CameraController) => ({
  board,
  controller,
  engine: createCanvasEngine({
    scene: boardScene(board),
    controller,
    painting: boardPainting,
    onPaintingFailed: () =>
      showToast({ kind: 'error', title: boardTexts.notPainted, description: boardTexts.notPaintedText }),
  }),
  /** The selected cards, the one selected last at the end. */
  selection: createStore<ReadonlySet<string>>(nobody),
  hovered: createStore<string | null>(null),
  /** The branch that is pointed at or focused, by its two cards. */
  traced: createStore<TracedBranch | null>(null),
  dragged: createStore<Dragged | null>(null),
  /** The cards whose deletion is being confirmed. */
  deleting: createStore<readonly string[] | null>(null),
  /** The image for which a kind of branch is being chosen. */
  branching: createStore<BranchSource | null>(null),
  /** What the prompt panel is open for. */
  composing: createStore<Composing | null>(null),
  drafts: composeDraftsOf(board.projectId),
  /** Cards that were asked for and of which the server has not spoken yet. */
  awaited: createStore<readonly AwaitedCard[]>([]),
  /** Cards of a plan that is being looked at, and cards that wait for others to be there. */
  planned: createStore<readonly Ghost[]>([]),
  waiting: createStore<readonly Ghost[]>([]),
  /** The cards that run in races of models. */
  racers: createStore<ReadonlyMap<string, Racer>>(new Map()),
  /** The picture that is open in the lightbox. */
  viewing: createStore<Viewing | null>(null),
  /** The card that a link has led to, while it shows itself. */
  pulsed: createStore<string | null>(null),
  /** What is open beside or above the canvas. */
  panel: createStore<BoardPanel | null>(null),
  sharing: createStore<Sharing | null>(null),
  /** A picture file that was brought, and may say how it was made. */
  rebuilding: createStore<File | null>(null),
  minimap: createMinimapState(),
  /** The cards that were looked for, while somebody looks for cards: all others step back. */
  hits: createStore<ReadonlySet<string> | null>(null),
  lineage: createLineageState(),
  /** Cards glide to their places while it is true. */
  tidying: createStore(false),
})
