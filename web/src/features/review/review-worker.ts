import type { ToPainter } from '#web/canvas/painter/paint-protocol.ts'
import { startPainter } from '#web/canvas/painter/start-painter.ts'
import { sharedPictures } from '#web/data/shared/shared-images.ts'
import interAddress from '#web/ui/fonts/inter-latin-wght-normal.woff2'

/** The part of a worker's global scope that is used here; the page's types know only a window. */
type WorkerScope = {
  /** The id of the link, given to the worker when it is started. */
  readonly name: string
  readonly fonts: FontFaceSet
  onmessage: ((event: MessageEvent<ToPainter>) => void) | null
  postMessage(message: unknown, transfer: Transferable[]): void
}
const scope = globalThis as unknown as WorkerScope

const inter = new FontFace('Inter', `url(${interAddress})`, { weight: '100 900' })
scope.fonts.add(inter)

const take = startPainter({
  load: sharedPictures(scope.name),
  send: (message, transfer) => scope.postMessage(message, transfer),
  font: inter.load(),
})
scope.onmessage = ({ data }) => void take(data)
