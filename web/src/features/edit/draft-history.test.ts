import { describe, expect, it } from 'vitest'
import { canRedoStep, canUndoStep, changed, redoneStep, startHistory, undoneStep } from './draft-history.ts'
import { emptyEdit } from './editor-draft.ts'
import { noSelection, withStep } from './selection/selection.ts'

const start = startHistory(emptyEdit)
const drawn = withStep(noSelection, { kind: 'invert' })

describe('the history of a draft', () => {
  it('undoes and redoes what was adjusted, and leaves the selection beneath it', () => {
    const selected = changed(start, { selection: drawn }, 0)
    const looking = changed(selected, { operation: 'adjust' }, 1_000)
    const adjusted = changed(looking, { adjustments: { light: 68 } }, 2_000)
    const undone = undoneStep(adjusted)
    expect(undone.draft).toMatchObject({ operation: 'adjust', adjustments: {}, selection: drawn })
    expect(redoneStep(undone).draft).toEqual(adjusted.draft)
  })

  it('returns to the operation in which a step was made', () => {
    const selected = changed(start, { selection: drawn }, 0)
    const looking = changed(selected, { operation: 'adjust' }, 1_000)
    expect(undoneStep(looking).draft).toMatchObject({ operation: 'change', selection: noSelection })
  })

  it('takes a drag of a slider as one step, and strokes as one each', () => {
    const slid = [10, 20, 30].reduce((now, value, i) => changed(now, { adjustments: { light: value } }, i * 100), start)
    expect(undoneStep(slid).draft.adjustments).toEqual({})
    const twice = changed(
      changed(start, { selection: drawn }, 0),
      { selection: withStep(drawn, { kind: 'invert' }) },
      50,
    )
    expect(undoneStep(twice).draft.selection).toEqual(drawn)
  })

  it('has no step for words, which stay when another is undone', () => {
    const written = changed(start, { words: 'a boat' }, 0)
    expect(canUndoStep(written)).toBe(false)
    expect(undoneStep(changed(written, { factor: 4 }, 0)).draft).toMatchObject({ words: 'a boat', factor: 2 })
  })

  it('forgets what was undone once something else is changed', () => {
    const undone = undoneStep(changed(start, { factor: 4 }, 0))
    expect(canRedoStep(undone)).toBe(true)
    expect(canRedoStep(changed(undone, { feather: 12 }, 900))).toBe(false)
  })

  it('leads through every state, also over a reload', () => {
    const [one, two, three] = [1, 2, 3].map((count) =>
      Array.from({ length: count }).reduce<typeof noSelection>((all) => withStep(all, { kind: 'invert' }), noSelection),
    ) as [typeof noSelection, typeof noSelection, typeof noSelection]
    const reloaded = changed(startHistory({ ...emptyEdit, selection: two }), { selection: three }, 0)
    const twice = undoneStep(undoneStep(reloaded))
    expect(twice.draft.selection.done).toBe(one.done)
    expect(redoneStep(twice).draft.selection.done).toBe(two.done)
    expect(redoneStep(redoneStep(twice)).draft.selection).toEqual(three)
  })

  it('undoes strokes that were drawn before a reload', () => {
    const reloaded = startHistory({ ...emptyEdit, selection: drawn })
    expect(canUndoStep(reloaded)).toBe(true)
    const undone = undoneStep(reloaded)
    expect(canUndoStep(undone)).toBe(false)
    expect(redoneStep(undone).draft.selection).toEqual(drawn)
  })
})
