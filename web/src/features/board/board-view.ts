import type { Point } from '#domain/geometry/rect.ts'
import type { CameraController } from '#web/canvas/camera-controller.ts'
import { createCanvasEngine } from '#web/canvas/canvas-engine.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { createStore } from '#web/data/store.ts'
import { boardScene } from './board-scene.ts'
import { createComposeDrafts } from './branching/compose-drafts.ts'
import type { BranchSource, Composing } from './branching/composing.ts'
import type { AwaitedCard } from './branching/send-composed.ts'
import type { Viewing } from './lightbox/open-lightbox.ts'
import { createMinimapState } from './minimap/minimap-state.ts'
import { startPainterWorker } from './start-painter-worker.ts'

/** The cards that a pointer or the arrows are moving, and how far they have gone, in canvas pixels. */
export type Dragged = { readonly ids: ReadonlySet<string>; readonly offset: Point }

export type TracedBranch = { readonly parentId: string; readonly childId: string }

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
  engine: createCanvasEngine({ scene: boardScene(board), controller, startWorker: startPainterWorker }),
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
  drafts: createComposeDrafts(),
  /** Cards that were asked for and of which the server has not spoken yet. */
  awaited: createStore<readonly AwaitedCard[]>([]),
  /** The picture that is open in the lightbox. */
  viewing: createStore<Viewing | null>(null),
  /** The card that a link has led to, while it shows itself. */
  pulsed: createStore<string | null>(null),
  /** What is open beside or above the canvas. */
  panel: createStore<BoardPanel | null>(null),
  sharing: createStore<Sharing | null>(null),
  minimap: createMinimapState(),
  /** The cards that were looked for, while somebody looks for cards: all others step back. */
  hits: createStore<ReadonlySet<string> | null>(null),
  /** Cards glide to their places while it is true. */
  tidying: createStore(false),
})
