import { describe, expect, it } from 'vitest'
import { endingStream } from './ending-stream.ts'

/** A source of some chunks that records whether it was canceled. */
function sourceOf(chunks: number) {
  const state = { cancelled: false, ended: 0 }
  let left = chunks
  const source = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (left-- > 0) controller.enqueue(Uint8Array.of(1))
      else controller.close()
    },
    cancel: () => {
      state.cancelled = true
    },
  })
  return { state, open: (pauseMs?: number) => endingStream(source, () => state.ended++, pauseMs) }
}

describe('a stream that reports its end', () => {
  it('reports it once when it was read to its end', async () => {
    const { state, open } = sourceOf(3)
    expect((await new Response(open()).arrayBuffer()).byteLength).toBe(3)
    expect(state).toEqual({ cancelled: false, ended: 1 })
  })

  it('reports it when the client leaves, and cancels its source', async () => {
    const { state, open } = sourceOf(1_000)
    const reader = open().getReader()
    await reader.read()
    await reader.cancel()
    expect(state).toEqual({ cancelled: true, ended: 1 })
  })

  it('ends at the time limit where the client reads no further', async () => {
    const { state, open } = sourceOf(1_000)
    const reader = open(5).getReader()
    await reader.read()
    await expect.poll(() => state).toEqual({ cancelled: true, ended: 1 })
    await expect(reader.read()).rejects.toThrow('took nothing')
  })

  it('ends at the time limit where it is never read, as for a reply to HEAD', async () => {
    const { state, open } = sourceOf(1_000)
    open(5)
    await expect.poll(() => state).toEqual({ cancelled: true, ended: 1 })
  })

  it('reports it when its source fails', async () => {
    let ended = 0
    const broken = new ReadableStream<Uint8Array>({ pull: () => Promise.reject(new Error('broken')) })
    await expect(new Response(endingStream(broken, () => ended++)).arrayBuffer()).rejects.toThrow()
    expect(ended).toBe(1)
  })
})
