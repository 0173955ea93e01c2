import { sketchModel } from '#domain/models/sketch-model.ts'
import type { CardFace, Scene } from '#web/canvas/scene/scene.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { loadBitmap } from '#web/data/pictures/load-bitmap.ts'

/** The board as the canvas sees it. */
export function boardScene(board: BoardStore): Scene {
  return {
    cards: board.cards,
    index: board.index,
    childrenOf: board.childrenOf,

    face(id): CardFace | undefined {
      const face = board.face(id)
      if (!face) return undefined
      return { ...face, badge: face.model === sketchModel.name ? sketchModel.badge : null }
    },

    onChange: (listener) => board.onLook((ids) => listener([...ids])),
  }
}

/** What paints the board's tiles. */
export const boardPainting = {
  startWorker: () => new Worker(new URL('./painter-worker.ts', import.meta.url), { type: 'module' }),
  loadPicture: loadBitmap,
}
