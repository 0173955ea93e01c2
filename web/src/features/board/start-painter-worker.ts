/** Starts the worker that paints the board's tiles. */
export const startPainterWorker = () => new Worker(new URL('./painter-worker.ts', import.meta.url), { type: 'module' })
