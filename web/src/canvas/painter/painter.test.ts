import { describe, expect, it, vi } from 'vitest'
import type { FromPainter, Look, PaintRequest, ToPainter } from './paint-protocol.ts'
import { createPainter } from './painter.ts'

const look = { theme: 'dark' } as unknown as Look
const request = { zoom: 0.1 } as unknown as Omit<PaintRequest, 'id'>
const painted = (id: number) => ({ id, isComplete: true, lacksPictures: false, bitmap: { close() {} } }) as FromPainter

/** A worker whose other end the test holds. */
class FakeWorker extends EventTarget {
  readonly sent: ToPainter[] = []
  isEnded = false
  postMessage(message: ToPainter) {
    this.sent.push(message)
  }
  terminate() {
    this.isEnded = true
  }
  answer(message: FromPainter) {
    this.dispatchEvent(new MessageEvent('message', { data: message }))
  }
}

function painting(over: { startWorker?(): Worker; loadPainter?(): Promise<never> } = {}) {
  const worker = new FakeWorker()
  const inPage: ToPainter[] = []
  const onFail = vi.fn()
  const painter = createPainter({
    startWorker: () => worker as unknown as Worker,
    loadPicture: () => Promise.reject(new Error('There is none.')),
    onFail,
    font: Promise.resolve(),
    loadPainter: async () => ({
      startPainter:
        ({ send }) =>
        async (message) => {
          inPage.push(message)
          if (message.kind === 'paint') send(painted(message.request.id), [])
        },
    }),
    ...over,
  })
  const answers: number[] = []
  const paint = () => painter.paint(request, ({ id }) => answers.push(id))
  return { worker, painter, inPage, onFail, answers, paint }
}
const kinds = (messages: readonly ToPainter[]) => messages.map(({ kind }) => kind)

describe('the painter of tiles', () => {
  it('sends requests to a worker, and passes its answers on', () => {
    const { worker, painter, answers, paint } = painting()
    painter.setLook(look)
    paint()
    worker.answer(painted(1))
    expect([kinds(worker.sent), answers]).toEqual([['look', 'paint'], [1]])
  })

  it('repeats in the page the requests of a worker that does not start', async () => {
    const { worker, painter, inPage, answers, paint, onFail } = painting()
    painter.setLook(look)
    paint()
    paint().forget()
    worker.dispatchEvent(new Event('error'))
    await vi.waitFor(() => expect(answers).toEqual([1]))
    expect(kinds(inPage)).toEqual(['look', 'paint'])
    paint()
    await vi.waitFor(() => expect(answers).toEqual([1, 3]))
    expect([worker.isEnded, painter.hasFailed(), onFail.mock.calls.length]).toEqual([true, false, 0])
  })

  it('paints in the page where a worker cannot be created', async () => {
    const { painter, answers, paint } = painting({
      startWorker: () => {
        throw new DOMException('Workers are forbidden.', 'SecurityError')
      },
    })
    painter.setLook(look)
    paint()
    await vi.waitFor(() => expect(answers).toEqual([1]))
  })

  it('reports once that nothing can be painted where the page cannot paint either', async () => {
    const { worker, painter, onFail } = painting({
      loadPainter: () => Promise.reject(new TypeError('Failed to fetch')),
    })
    worker.dispatchEvent(new Event('error'))
    await vi.waitFor(() => expect(onFail).toHaveBeenCalledTimes(1))
    expect(painter.hasFailed()).toBe(true)
  })

  it('replaces a worker that failed after it had painted, and sends again what is not answered', () => {
    const workers: FakeWorker[] = []
    const { painter, answers, paint, inPage } = painting({
      startWorker() {
        const worker = new FakeWorker()
        workers.push(worker)
        return worker as unknown as Worker
      },
    })
    painter.setLook(look)
    paint()
    workers[0]?.answer(painted(1))
    paint()
    workers[0]?.dispatchEvent(new Event('error'))
    expect([workers.length, workers[0]?.isEnded, kinds(workers[1]?.sent ?? [])]).toEqual([2, true, ['look', 'paint']])
    workers[0]?.answer(painted(2))
    expect(answers).toEqual([1])
    workers[1]?.answer(painted(2))
    expect([answers, inPage]).toEqual([[1, 2], []])
  })

  it('says what is loaded when that changes, and to each new worker', () => {
    const workers: FakeWorker[] = []
    const { painter, paint } = painting({
      startWorker() {
        const worker = new FakeWorker()
        workers.push(worker)
        return worker as unknown as Worker
      },
    })
    for (const what of ['all', 'stand-ins', 'stand-ins'] as const) painter.loadNow(what)
    paint()
    workers[0]?.answer(painted(1))
    workers[0]?.dispatchEvent(new Event('error'))
    painter.loadNow('all')
    const load = (what: string) => ({ kind: 'load', what })
    expect(workers[0]?.sent).toEqual([load('stand-ins'), expect.objectContaining({ kind: 'paint' })])
    expect(workers[1]?.sent).toEqual([load('stand-ins'), load('all')])
  })

  it('paints in the page where each new worker fails as well', async () => {
    const workers: FakeWorker[] = []
    const { answers, paint } = painting({
      startWorker() {
        const worker = new FakeWorker()
        workers.push(worker)
        return worker as unknown as Worker
      },
    })
    paint()
    for (let turn = 0; turn < 4; turn++) {
      workers[turn]?.answer({ ...painted(1), isComplete: false })
      workers[turn]?.dispatchEvent(new Event('error'))
    }
    await vi.waitFor(() => expect(answers).toEqual([1, 1, 1, 1, 1]))
    expect([workers.length, workers.every(({ isEnded }) => isEnded)]).toEqual([4, true])
  })

  it('reports once that nothing can be painted where the page fails while it paints', async () => {
    const { worker, painter, onFail, paint } = painting({
      loadPainter: async () => ({ startPainter: () => () => Promise.reject(new Error('No canvas.')) }) as never,
    })
    paint()
    paint()
    worker.dispatchEvent(new Event('error'))
    await vi.waitFor(() => expect(onFail).toHaveBeenCalledTimes(1))
    expect(painter.hasFailed()).toBe(true)
  })
})
