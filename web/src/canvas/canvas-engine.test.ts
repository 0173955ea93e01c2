import { describe, expect, it } from 'vitest'
import { createPanSpeed } from './canvas-engine.ts'

const frame = 1_000 / 60

/** Whether each of successive frames is fast. @param steps How far the view moves in each, in pixels. */
function seen(steps: readonly number[], between: (place: number) => number = () => frame): boolean[] {
  const speed = createPanSpeed()
  let panX = 0
  let now = 5_000
  return steps.map((step, place) => {
    panX += step
    now += between(place)
    return speed.isFast({ zoom: 1, panX, panY: 0 }, now)
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
