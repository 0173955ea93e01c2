import { expect, it } from 'vitest'
import { circuitPauseMs } from './circuit.ts'

it('the pause of a circuit starts at the fifth outage in a row with 30 seconds and doubles up to ten minutes', () => {
  const seconds = [0, 1, 4, 5, 6, 7, 9, 10, 60].map((outages) => circuitPauseMs(outages) / 1_000)
  expect(seconds).toEqual([0, 0, 0, 30, 60, 120, 480, 600, 600])
})
