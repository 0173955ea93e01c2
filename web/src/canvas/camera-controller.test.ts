import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCameraController } from './camera-controller.ts'

const frameMs = 170

beforeEach(() => {
  vi.useFakeTimers()
  // A machine that takes longer for each frame than the view takes to rest.
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) =>
    Number(setTimeout(() => callback(performance.now()), frameMs)),
  )
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => clearTimeout(frame))
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A controller, and what it notifies of: the zoom of each frame and of each rest. */
function follow() {
  const controller = createCameraController({ zoom: 1, panX: 0, panY: 0 })
  const seen: string[] = []
  controller.onFrame(() => seen.push(`frame ${controller.get().zoom}`))
  controller.onRest(() => seen.push(`rest ${controller.get().zoom}`))
  return { controller, seen }
}

describe('createCameraController', () => {
  it('rests after the frame that drew the last move, however late that was', () => {
    const { controller, seen } = follow()
    controller.set({ zoom: 2, panX: 0, panY: 0 })
    vi.advanceTimersByTime(1_000)
    expect(seen).toEqual(['frame 2', 'rest 2'])
  })

  it('does not rest between the slow frames of a glide', () => {
    const { controller, seen } = follow()
    controller.glideTo({ zoom: 2, panX: 0, panY: 0 }, 3 * frameMs)
    vi.advanceTimersByTime(2_000)
    expect(seen.filter((each) => each.startsWith('rest'))).toEqual(['rest 2'])
    expect(seen.at(-1)).toBe('rest 2')
  })

  it('draws a pending move once, where something else draws before its frame', () => {
    const { controller, seen } = follow()
    controller.set({ zoom: 2, panX: 0, panY: 0 })
    expect([controller.flush(), controller.flush()]).toEqual([true, false])
    vi.advanceTimersByTime(1_000)
    expect(seen).toEqual(['frame 2', 'rest 2'])
  })
})
