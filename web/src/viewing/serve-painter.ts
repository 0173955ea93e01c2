import type { ToPainter } from '#web/canvas/painter/paint-protocol.ts'
import type { LoadPicture } from '#web/canvas/painter/picture-cache.ts'
import { startPainter } from '#web/canvas/painter/start-painter.ts'
import interAddress from '#web/ui/fonts/inter-latin-wght-normal.woff2'

/** The part of a worker's global scope that is used here; the page's types know only a window. */
type WorkerScope = {
  readonly name: string
  readonly fonts: FontFaceSet
  onmessage: ((event: MessageEvent<ToPainter>) => void) | null
  postMessage(message: unknown, transfer: Transferable[]): void
  reportError(error: unknown): void
}

/**
 * Paints raster tiles for `createPainter` of the page: called once by the script of a worker, which provides the loader
 * of pictures.
 * @param loadFor Receives the name that the page gave to the worker.
 */
export function servePainter(loadFor: (workerName: string) => LoadPicture): void {
  const scope = globalThis as unknown as WorkerScope
  const inter = new FontFace('Inter', `url(${interAddress})`, { weight: '100 900' })
  scope.fonts.add(inter)
  const take = startPainter({
    load: loadFor(scope.name),
    send: (message, transfer) => scope.postMessage(message, transfer),
    font: inter.load(),
  })
  // A failure while a message is handled reaches the page as the worker's own error, which replaces the worker.
  scope.onmessage = ({ data }) => void take(data).catch((error: unknown) => scope.reportError(error))
}
