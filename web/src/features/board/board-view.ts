import type { Point } from '#domain/geometry/rect.ts'
import type { CameraController } from '#web/canvas/camera-controller.ts'
import { createCanvasEngine } from '#web/canvas/canvas-engine.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { createStore } from '#web/data/store.ts'
import { boardScene } from './board-scene.ts'
import { startPainterWorker } from './start-painter-worker.ts'

/** The cards that a pointer or the arrows are moving, and how far they have gone, in canvas pixels. */
export type Dragged = { readonly ids: ReadonlySet<string>; readonly offset: Point }

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
  dragged: createStore<Dragged | null>(null),
  /** The cards whose deletion is being confirmed. */
  deleting: createStore<readonly string[] | null>(null),
})
