import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aspectRatios } from '../models/aspect-ratio.ts'
import { type SeriesAxes, seriesCells, seriesCount } from './series-cells.ts'

const axes = (over: Partial<SeriesAxes>): SeriesAxes => ({
  models: ['Sketch'],
  styles: [null],
  aspectRatios: ['1:1'],
  prompts: ['a lake'],
  ...over,
})

describe('the cells of a series', () => {
  it('of models are a row of siblings', () =>
    expect(
      seriesCells(axes({ models: ['A', 'B', 'C'] })).map(({ model, column, row }) => [model, column, row]),
    ).toEqual([
      ['A', 0, 0],
      ['B', 1, 0],
      ['C', 2, 0],
    ]))

  it('of two axes are a grid: models across, styles down', () =>
    expect(
      seriesCells(axes({ models: ['A', 'B'], styles: [null, 'ink'] })).map(({ model, style, column, row }) => [
        model,
        style,
        column,
        row,
      ]),
    ).toEqual([
      ['A', null, 0, 0],
      ['A', 'ink', 0, 1],
      ['B', null, 1, 0],
      ['B', 'ink', 1, 1],
    ]))

  const list = <Entry>(entry: fc.Arbitrary<Entry>) => fc.uniqueArray(entry, { minLength: 1, maxLength: 3 })

  it('include every combination once, each at a place of its own, in a full rectangle', () =>
    fc.assert(
      fc.property(
        fc.record({
          models: list(fc.string()),
          styles: list(fc.option(fc.string(), { nil: null })),
          aspectRatios: list(fc.constantFrom(...aspectRatios)),
          prompts: list(fc.string()),
        }),
        (any) => {
          const cells = seriesCells(any)
          expect(cells).toHaveLength(seriesCount(any))
          const whats = cells.map(({ model, style, aspectRatio, prompt }) =>
            JSON.stringify([model, style, aspectRatio, prompt]),
          )
          expect(new Set(whats).size).toBe(cells.length)
          expect(new Set(cells.map(({ column, row }) => `${column} ${row}`)).size).toBe(cells.length)
          const columns = Math.max(...cells.map(({ column }) => column)) + 1
          const rows = Math.max(...cells.map(({ row }) => row)) + 1
          expect(columns * rows).toBe(cells.length)
        },
      ),
    ))
})
