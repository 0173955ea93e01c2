import { expect, it } from 'vitest'
import { seriesPlaces } from './series-places.ts'

it('the cards of a series are placed side by side and below each other', () =>
  expect(
    seriesPlaces(
      [
        { column: 0, row: 0 },
        { column: 0, row: 1 },
        { column: 1, row: 0 },
      ],
      { x: 100, y: 200 },
    ),
  ).toEqual([
    { x: 100, y: 200 },
    { x: 100, y: 650 },
    { x: 1_000, y: 200 },
  ]))
