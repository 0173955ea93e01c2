import type { CameraController } from '#web/canvas/camera-controller.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { createStore } from '#web/data/store.ts'

/** A card under the pointer that moves it, and where it is for the moment. */
export type DraggedCard = { readonly id: string; readonly x: number; readonly y: number }

/** One open canvas: the board, the camera, and what the person is pointing at. Lives as long as the page is open. */
export type BoardView = ReturnType<typeof createBoardView>

/** Opens a view on a board. */
export const createBoardView = (board: BoardStore, controller: CameraController) => ({
  board,
  controller,
  selected: createStore<string | null>(null),
  hovered: createStore<string | null>(null),
  dragged: createStore<DraggedCard | null>(null),
  /** The card whose deletion is being confirmed. */
  deleting: createStore<string | null>(null),
})
