import type { FromPainter, Look, PaintRequest, ToPainter } from './paint-protocol.ts'

/** The page's end of the worker that paints tiles. */
export type Painter = {
  setLook(look: Look): void
  /** Answers once or more often, until the request is forgotten or complete. */
  paint(request: Omit<PaintRequest, 'id'>, onPainted: (painted: FromPainter) => void): { forget(): void }
  stop(): void
}

/** Talks to a worker that runs `startPainter`. */
export function createPainter(worker: Worker): Painter {
  const waiting = new Map<number, (painted: FromPainter) => void>()
  let lastId = 0
  const send = (message: ToPainter) => worker.postMessage(message)

  worker.onmessage = ({ data }: MessageEvent<FromPainter>) => {
    const onPainted = waiting.get(data.id)
    if (data.isComplete) waiting.delete(data.id)
    if (onPainted) onPainted(data)
    else data.bitmap.close()
  }

  return {
    setLook: (look) => send({ kind: 'look', look }),
    paint(request, onPainted) {
      lastId += 1
      const id = lastId
      waiting.set(id, onPainted)
      send({ kind: 'paint', request: { ...request, id } })
      return {
        forget() {
          if (waiting.delete(id)) send({ kind: 'forget', id })
        },
      }
    },
    stop: () => worker.terminate(),
  }
}
