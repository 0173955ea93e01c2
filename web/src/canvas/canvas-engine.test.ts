import { describe, expect, it } from 'vitest'
import { createPanMotion, createZoomFrames } from './canvas-engine.ts'

const frame = 1_000 / 60

/** Whether each of successive frames is fast. @param steps How far the view moves in each, in pixels. */
function seen(steps: readonly number[], between: (place: number) => number = () => frame): boolean[] {
  const speed = createPanMotion()
  let panX = 0
  let now = 5_000
  return steps.map((step, place) => {
    panX += step
    now += between(place)
    return speed.follow({ zoom: 1, panX, panY: 0 }, now).isFast
  })
}

describe('the speed of a pan', () => {
  it('is fast from a thousand pixels a second on', () => {
    expect(seen([0, 20, 20])).toEqual([false, true, true])
    expect(seen([0, 15, 15])).toEqual([false, false, false])
  })

  it('stays fast for a tenth of a second', () =>
    expect(seen([0, 40, 0, 0, 0, 0, 0, 0])).toEqual([false, true, true, true, true, true, true, false]))

  it('is not fast after a jump of a view that was still', () =>
    expect(seen([0, 900], (place) => (place === 1 ? 400 : frame))).toEqual([false, false]))
})

/** Whether each frame of a zoom is seen as slow. @param intervals In milliseconds, before each frame. */
function slowFrames(intervals: readonly number[], frames = createZoomFrames(), startsAt = 1_000): boolean[] {
  let now = startsAt
  return intervals.map((ms) => {
    now += ms
    return frames.areSlow('zooming', now)
  })
}

const times = <Value>(count: number, value: Value): Value[] => Array(count).fill(value)

describe('the frames of a zoom', () => {
  it('are slow once their mean shows it, until the view rests', () => {
    const frames = createZoomFrames()
    const seen = slowFrames(times(12, 28), frames)
    expect([seen.slice(0, 4), seen.at(-1)]).toEqual([times(4, false), true])
    expect(slowFrames(times(20, frame), frames, 2_000)).toEqual(times(20, true))
    expect(frames.areSlow('resting', 3_000)).toBe(false)
    expect(slowFrames(times(20, frame), frames, 3_100)).toEqual(times(20, false))
  })

  it('are not slow at sixty or fifty a second, after one long frame, or after a pause of the hand', () => {
    expect(slowFrames(times(60, frame))).not.toContain(true)
    expect(slowFrames(times(60, 20))).not.toContain(true)
    expect(slowFrames([...times(10, frame), 32, ...times(10, frame)])).not.toContain(true)
    expect(slowFrames([...times(10, frame), 400, ...times(10, frame)])).not.toContain(true)
  })

  it('are counted once where the board is looked at twice in one', () => {
    const twice = Array.from({ length: 24 }, (_, place) => (place % 2 === 0 ? 27 : 1))
    expect(slowFrames(twice).at(-1)).toBe(true)
  })
})
