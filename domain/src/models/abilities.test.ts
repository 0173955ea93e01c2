import { describe, expect, it } from 'vitest'
import { abilitiesOf } from './abilities.ts'

describe('what a model does', () => {
  it('is what the catalogue says of it', () =>
    expect(abilitiesOf({ does: ['transparent', 'words'] })).toEqual(['words', 'transparent']))
  it('follows from its edits: those of a part take a mask', () => {
    expect(abilitiesOf({ does: ['words'], edits: { instruct: {} } })).toEqual(['words', 'edit'])
    expect(abilitiesOf({ does: ['words'], edits: { change: {} } })).toEqual(['words', 'edit', 'mask'])
    expect(abilitiesOf({ does: [], edits: { erase: {} } })).toEqual(['edit', 'mask'])
  })
})
