import { loadBitmap } from '#web/data/pictures/load-bitmap.ts'

/** What paints the board's tiles. */
export const boardPainting = {
  startWorker: () => new Worker(new URL('./painter-worker.ts', import.meta.url), { type: 'module' }),
  loadPicture: loadBitmap,
}
