import type { FromPainter, LoadedNow, Look, PaintRequest, ToPainter } from './paint-protocol.ts'
import type { LoadPicture } from './picture-cache.ts'
import type { startPainter } from './start-painter.ts'
import { createWorkerClient } from './worker-client.ts'

/** The page's end of the painter: a worker, or the page itself where the worker does not start. */
export type Painter = {
  setLook(look: Look): void
  /** Says what is loaded from now on; all at the start. */
  loadNow(what: LoadedNow): void
  /** Calls back once or more often, until the request is canceled or complete. */
  paint(request: Omit<PaintRequest, 'id'>, onPainted: (painted: FromPainter) => void): { forget(): void }
  /** Whether nothing can be painted: no request will be answered any more. */
  hasFailed(): boolean
  stop(): void
}

export type PainterOptions = {
  /** Starts a worker that runs `startPainter`. */
  startWorker(): Worker
  /** Loads a picture where the page paints. */
  readonly loadPicture: LoadPicture
  /** The typeface of the cards. */
  readonly font?: Promise<unknown>
  /** Neither a worker nor the page can paint. Called once. */
  onFail(): void
  /** Fetches the code that paints in the page. */
  loadPainter?(): Promise<{ readonly startPainter: typeof startPainter }>
}

/**
 * Paints tiles in a worker that runs `startPainter` and is replaced when it fails; in the page where no worker starts,
 * or each one fails.
 */
export function createPainter(options: PainterOptions): Painter {
  const { startWorker, loadPicture, onFail, loadPainter = () => import('./start-painter.ts') } = options
  const waiting = new Map<number, { request: PaintRequest; onPainted(painted: FromPainter): void }>()
  let lastId = 0
  let look: Look | null = null
  let loadedNow: LoadedNow = 'all'
  let hasFailed = false
  let isStopped = false

  const receive = (painted: FromPainter) => {
    const asked = waiting.get(painted.id)
    if (painted.isComplete) waiting.delete(painted.id)
    if (asked) asked.onPainted(painted)
    else painted.bitmap.close()
  }

  const sendAgain = () => {
    if (look) send?.({ kind: 'look', look })
    if (loadedNow !== 'all') send?.({ kind: 'load', what: loadedNow })
    for (const { request } of waiting.values()) send?.({ kind: 'paint', request })
  }

  const fail = () => {
    send = null
    if (hasFailed || isStopped) return
    hasFailed = true
    onFail()
  }

  const paintInPage = async () => {
    send = null
    try {
      const { startPainter } = await loadPainter()
      if (isStopped) return
      const font = options.font ?? document.fonts.ready
      const take = startPainter({ load: loadPicture, send: receive, font })
      send = (message) => void take(message).catch(fail)
    } catch {
      return fail()
    }
    sendAgain()
  }

  const worker = createWorkerClient<ToPainter, FromPainter>({
    start: startWorker,
    onMessage: receive,
    onRestart: sendAgain,
    onGiveUp: () => void paintInPage(),
  })
  /**
   * Receives messages; null while the code that paints in the page is being fetched, and where nothing can be painted.
   */
  let send: ((message: ToPainter) => void) | null = worker.send

  return {
    setLook(next) {
      look = next
      send?.({ kind: 'look', look })
    },
    loadNow(what) {
      if (what !== loadedNow) send?.({ kind: 'load', what })
      loadedNow = what
    },
    paint(asked, onPainted) {
      lastId += 1
      const id = lastId
      const request = { ...asked, id }
      waiting.set(id, { request, onPainted })
      send?.({ kind: 'paint', request })
      return {
        forget() {
          if (waiting.delete(id)) send?.({ kind: 'forget', id })
        },
      }
    },
    hasFailed: () => hasFailed,
    stop() {
      isStopped = true
      worker.stop()
    },
  }
}
