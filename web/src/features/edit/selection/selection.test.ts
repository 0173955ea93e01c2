import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  brushWidth,
  canRedo,
  canUndo,
  isUntouched,
  noSelection,
  parseSelection,
  redone,
  type SelectionStep,
  shapingSteps,
  undone,
  withStep,
} from './selection.ts'

const rectangle: SelectionStep = { kind: 'rectangle', mode: 'add', rect: { x: 1, y: 2, width: 3, height: 4 } }
const stroke: SelectionStep = { kind: 'brush', mode: 'add', points: [1, 2, 30, 4, 5, 30] }
const erased: SelectionStep = { kind: 'lasso', mode: 'subtract', points: [0, 0, 9, 0, 9, 9] }
const found: SelectionStep = {
  kind: 'outline',
  mode: 'add',
  rings: [
    [0, 0, 9, 0, 9, 9],
    [3, 3, 4, 3, 4, 4],
  ],
}
const of = (...steps: SelectionStep[]) => steps.reduce(withStep, noSelection)

describe('a selection', () => {
  it('is made of its steps, and undone and redone one by one', () => {
    const both = of(rectangle, stroke)
    expect(shapingSteps(undone(both))).toEqual([rectangle])
    expect(shapingSteps(redone(undone(both)))).toEqual([rectangle, stroke])
    expect([canUndo(both), canRedo(both), canRedo(undone(both)), canUndo(noSelection)]).toEqual([
      true,
      false,
      true,
      false,
    ])
  })

  it('forgets what was undone with the next step', () => {
    const next = withStep(undone(of(rectangle, stroke)), erased)
    expect(next).toEqual({ steps: [rectangle, erased], done: 2 })
  })

  it('begins again after it was cleared, which can be undone', () => {
    const cleared = of(rectangle, { kind: 'clear' }, stroke)
    expect(shapingSteps(cleared)).toEqual([stroke])
    expect(shapingSteps(undone(undone(cleared)))).toEqual([rectangle])
  })

  it('is untouched while nothing selects', () => {
    expect([noSelection, of(erased), of(stroke, { kind: 'clear' })].map(isUntouched)).toEqual([true, true, true])
    expect([of(stroke), of({ kind: 'invert' }), of(erased, stroke)].map(isUntouched)).toEqual([false, false, false])
  })

  it('comes back from the storage as it was', () => {
    const point = fc.tuple(fc.integer(), fc.integer(), fc.integer({ min: 1 }))
    const step: fc.Arbitrary<SelectionStep> = fc.oneof(
      fc.constantFrom<SelectionStep>({ kind: 'invert' }, { kind: 'clear' }, rectangle, erased, found),
      fc
        .array(point, { minLength: 1 })
        .map((points) => ({ kind: 'brush' as const, mode: 'add' as const, points: points.flat() })),
    )
    fc.assert(
      fc.property(fc.array(step), fc.nat(), (steps, undos) => {
        let selection = steps.reduce(withStep, noSelection)
        for (let count = undos % (steps.length + 1); count > 0; count--) selection = undone(selection)
        expect(parseSelection(JSON.parse(JSON.stringify(selection)))).toEqual(selection)
      }),
    )
  })

  it('leaves out stored steps that are broken', () => {
    const broken = [
      { kind: 'brush', mode: 'add', points: [1, 2] },
      { kind: 'mask', mode: 'add', address: 'https://x' },
      null,
      7,
    ]
    expect(parseSelection({ steps: [...broken, rectangle], done: 5 })).toEqual({ steps: [rectangle], done: 1 })
    expect([parseSelection(null), parseSelection({ steps: 'no' })]).toEqual([noSelection, noSelection])
  })
})

describe('a brush', () => {
  it('is as wide as it is set, except for a pen, which is wider the harder it is pressed', () => {
    expect(brushWidth(90, { pressure: 0.5, pointerType: 'mouse' })).toBe(90)
    expect(brushWidth(90, { pressure: 0, pointerType: 'pen' })).toBe(30)
    expect(brushWidth(90, { pressure: 1, pointerType: 'pen' })).toBe(90)
  })
})
