import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { giveWay } from './bring-files.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Milliseconds that the next call of a drop waits on a canvas that moves for so long. */
async function pauseFor(movingMs: number): Promise<number> {
  const start = performance.now()
  const waiting = giveWay({ engine: { isMoving: () => performance.now() - start < movingMs } })
  const ended = waiting.then(() => performance.now() - start)
  await vi.runAllTimersAsync()
  return ended
}

describe('pictures that come in one call after the other', () => {
  it('do not wait where the canvas is at rest', async () => {
    expect(await pauseFor(0)).toBe(0)
  })

  it('wait until the canvas rests', async () => {
    expect(await pauseFor(300)).toBe(300)
  })

  it('wait a second at most: they are waited for as well', async () => {
    expect(await pauseFor(60_000)).toBe(1_000)
  })
})
