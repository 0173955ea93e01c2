import { describe, expect, it } from 'vitest'
import { parseAssetFilter } from './asset-filter.ts'

describe('the filter of the assets page in its address', () => {
  it('is parsed part by part', () =>
    expect(
      parseAssetFilter({ q: 'fox', aspectRatio: '2:3', feedback: 'star', from: '2026-11-01', choosing: 'image' }),
    ).toEqual({ q: 'fox', aspectRatio: '2:3', feedback: 'star', from: '2026-11-01' }))

  it('parses a search for a number as text', () => expect(parseAssetFilter({ q: 1984 })).toEqual({ q: '1984' }))

  it('leaves out invalid parts', () =>
    expect(
      parseAssetFilter({ q: '', model: 7, aspectRatio: '7:1', feedback: 'love', projectId: 'mine', to: 'tomorrow' }),
    ).toEqual({}))
})
