import { describe, expect, it } from 'vitest'
import { referencesOf } from './references.ts'

const style = { referenceIds: ['s1', 's2', 's3'] }
const idsOf = (mostImagePrompts: number) =>
  referencesOf({ imagePrompts: ['p1'], styleReferences: ['l1'], style }, { mostImagePrompts }).map(({ id }) => id)

describe('the references of a picture', () => {
  it('are image prompts for their content, then image styles and the style’s own pictures for their look', () => {
    expect(
      referencesOf(
        { imagePrompts: ['p1'], styleReferences: ['l1'], style: { referenceIds: ['s1'] } },
        { mostImagePrompts: 9 },
      ),
    ).toEqual([
      { id: 'p1', role: 'content', from: 'request' },
      { id: 'l1', role: 'look', from: 'request' },
      { id: 's1', role: 'look', from: 'style' },
    ])
  })

  it('include as many of the style as the model still accepts', () => {
    expect(idsOf(9)).toEqual(['p1', 'l1', 's1', 's2', 's3'])
    expect(idsOf(3)).toEqual(['p1', 'l1', 's1'])
    expect(idsOf(2)).toEqual(['p1', 'l1'])
  })

  it('always include what the user named', () => expect(idsOf(0)).toEqual(['p1', 'l1']))

  it('are empty without any', () => {
    expect(referencesOf({ imagePrompts: [], styleReferences: [], style: null }, { mostImagePrompts: 4 })).toEqual([])
  })
})
