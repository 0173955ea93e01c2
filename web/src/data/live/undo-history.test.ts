import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryStorage } from '../testing/memory-storage.ts'
import {
  createUndoHistories,
  emptyHistory,
  type History,
  type Step,
  steppedBack,
  steppedForward,
  withoutBatch,
  withStep,
} from './undo-history.ts'

const step = (label: string): Step => ({ label, redo: [], undo: [] })
const done = (...labels: string[]) => labels.map(step).reduce(withStep, emptyHistory)
const labels = ({ past, future }: History) => [past.map(({ label }) => label), future.map(({ label }) => label)]

describe('createUndoHistories', () => {
  it('has the steps of an earlier page below its own when the storage opens late', () => {
    const [earlier, now] = [memoryStorage(), memoryStorage()]
    createUndoHistories(earlier).of('p').set(done('move', 'collapse'))
    createUndoHistories(earlier)
      .of('q')
      .set(steppedBack(done('rename')))
    const histories = createUndoHistories(now)
    histories.of('p').set(done('describe'))
    histories.of('q')
    histories.takeIn(earlier)
    expect([labels(histories.of('p').get()), labels(histories.of('q').get())]).toEqual([
      [['move', 'collapse', 'describe'], []],
      [[], ['rename']],
    ])
    expect(labels(createUndoHistories(now).of('p').get())[0]).toHaveLength(3)
  })
})

describe('the undo history', () => {
  it('undoes and redoes in turn', () => {
    const back = steppedBack(done('move', 'collapse'))
    expect(labels(back)).toEqual([['move'], ['collapse']])
    expect(labels(steppedForward(back))).toEqual([['move', 'collapse'], []])
  })

  it('cannot redo after a new step', () =>
    expect(labels(withStep(steppedBack(done('move', 'collapse')), step('rename')))).toEqual([['move', 'rename'], []]))

  it('stays the same when there is nothing to undo or redo', () => {
    expect(steppedBack(emptyHistory)).toEqual(emptyHistory)
    expect(steppedForward(emptyHistory)).toEqual(emptyHistory)
  })

  it('has no step whose batch was refused, done or undone, and is the same object without one', () => {
    const [move, fold] = [step('move'), { ...step('collapse'), batchId: 'refused' }]
    const history = [move, fold].reduce(withStep, emptyHistory)
    expect(labels(withoutBatch(history, 'refused'))).toEqual([['move'], []])
    expect(labels(withoutBatch(steppedBack(history), 'refused'))).toEqual([['move'], []])
    expect(withoutBatch(history, 'other')).toBe(history)
  })

  it('keeps a hundred steps', () => {
    const many = Array.from({ length: 130 }, (_, place) => step(String(place))).reduce(withStep, emptyHistory)
    expect([many.past.length, many.past[0]?.label]).toEqual([100, '30'])
  })

  it('returns to the same state after the same number of undos and redos', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 20 }), fc.nat(30), (names, steps) => {
        const start = done(...names)
        let history = start
        for (let taken = 0; taken < steps; taken++) history = steppedBack(history)
        for (let taken = 0; taken < steps; taken++) history = steppedForward(history)
        expect(history).toEqual(start)
      }),
    )
  })
})
