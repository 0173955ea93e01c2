import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeSource } from '../testing/simulated-session.ts'
import { browserClock } from './clock.ts'
import { createEventStream } from './event-stream.ts'

function streaming({ random = (): number => 1 } = {}) {
  const sources: FakeSource[] = []
  const events: number[] = []
  const onReset = vi.fn()
  const onProgress = vi.fn()
  const onReconnect = vi.fn()
  const stream = createEventStream({
    onEvent: (event) => events.push(event.data.seq),
    onAssistantText: () => undefined,
    onProgress,
    onReset,
    onReconnect,
    clock: { ...browserClock, random },
    open(address) {
      const source = new FakeSource(address)
      sources.push(source)
      return source as unknown as EventSource
    },
  })
  return {
    stream,
    sources,
    events,
    onReset,
    onProgress,
    onReconnect,
    addresses: () => sources.map(({ address }) => address),
  }
}

const change = (seq: number) => ({ seq, projectId: 'p' })

describe('event stream', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('starts after the number of the first list and stays one connection for all later ones', () => {
    const { stream, sources, addresses, events } = streaming()
    stream.follow(7)
    stream.follow(9)
    sources[0]?.sends('project-changed', change(8))
    expect(addresses()).toEqual(['/api/events?after=7'])
    expect(events).toEqual([8])
  })

  it('closes its connection while it rests, and resumes where it was', () => {
    const { stream, sources, addresses } = streaming()
    stream.wake()
    stream.rest()
    expect(addresses()).toEqual([])
    stream.follow(7)
    sources[0]?.opens()
    sources[0]?.sends('project-changed', change(12))
    stream.rest()
    expect(sources[0]?.readyState).toBe(2)
    stream.wake()
    stream.wake()
    expect(addresses()).toEqual(['/api/events?after=7', '/api/events?after=12'])
  })

  it('resets when it resumes without a number', () => {
    const { stream, sources, onReset } = streaming()
    stream.followFromNow()
    sources[0]?.opens()
    stream.rest()
    stream.wake()
    sources[1]?.opens()
    expect(onReset).toHaveBeenCalledTimes(1)
  })

  it('starts over at the number of a list where it would start from now but is not open yet', () => {
    const { stream, addresses } = streaming()
    stream.followFromNow()
    stream.follow(7)
    expect(addresses()).toEqual(['/api/events', '/api/events?after=7'])
  })

  it('leaves a lost connection to the browser, and resets only if there is no number to resume from', () => {
    const { stream, sources, onReset } = streaming()
    stream.followFromNow()
    sources[0]?.opens()
    sources[0]?.loses('for a while')
    sources[0]?.opens()
    expect(sources).toHaveLength(1)
    expect(onReset).toHaveBeenCalledTimes(1)
  })

  it('reconnects after a refusal with a growing back-off, with the last number it received', () => {
    const { stream, sources, addresses } = streaming()
    stream.follow(7)
    sources[0]?.sends('project-changed', change(12))
    sources[0]?.loses('for good')
    vi.advanceTimersByTime(1_000)
    sources[1]?.loses('for good')
    vi.advanceTimersByTime(1_000)
    expect(sources).toHaveLength(2)
    vi.advanceTimersByTime(1_000)
    expect(addresses()).toEqual(['/api/events?after=7', '/api/events?after=12', '/api/events?after=12'])
  })

  it('reconnects with jitter, so that not all pages come at once', () => {
    const delays = [0, 0.5, 1].map((number) => {
      const { stream, sources } = streaming({ random: () => number })
      stream.follow(7)
      sources[0]?.loses('for good')
      let waitedMs = 0
      for (; sources.length < 2; waitedMs += 50) vi.advanceTimersByTime(50)
      return waitedMs
    })
    expect(delays).toEqual([500, 750, 1_000])
  })

  it('reports a reconnection, but not the first connection', () => {
    const { stream, sources, onReconnect } = streaming()
    stream.follow(7)
    sources[0]?.opens()
    expect(onReconnect).not.toHaveBeenCalled()
    sources[0]?.loses('for a while')
    sources[0]?.opens()
    expect(onReconnect).toHaveBeenCalledTimes(1)
  })

  it('resets when the server says so, and continues from the given number', () => {
    const { stream, sources, onReset, addresses } = streaming()
    stream.follow(7)
    sources[0]?.sends('reset', { seq: 90 })
    sources[0]?.loses('for good')
    vi.advanceTimersByTime(1_000)
    expect(onReset).toHaveBeenCalledTimes(1)
    expect(addresses().at(-1)).toBe('/api/events?after=90')
  })

  it('passes on the progress of images, without changing its number', () => {
    const { stream, sources, events, onProgress, addresses } = streaming()
    stream.follow(7)
    sources[0]?.sends('image-progress', { imageId: 'a', fraction: 0.5 })
    expect(onProgress).toHaveBeenCalledWith({ imageId: 'a', fraction: 0.5 })
    expect(events).toEqual([])
    sources[0]?.loses('for good')
    vi.advanceTimersByTime(1_000)
    expect(addresses().at(-1)).toBe('/api/events?after=7')
  })

  it('reports nothing once it is closed', () => {
    const { stream, sources } = streaming()
    stream.follow(7)
    sources[0]?.loses('for good')
    stream.close()
    vi.advanceTimersByTime(60_000)
    expect(sources).toHaveLength(1)
  })

  it('opens nothing for a list that arrives after it was closed', () => {
    const { stream, sources } = streaming()
    stream.close()
    stream.follow(7)
    stream.followFromNow()
    expect(sources).toHaveLength(0)
  })
})
