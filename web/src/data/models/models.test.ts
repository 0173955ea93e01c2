import { describe, expect, it } from 'vitest'
import { modelsQuery } from './models.ts'

describe('modelsQuery', () => {
  it('reads models without a sample of a server of the last release, which names none', () => {
    const read = (item: object) => modelsQuery.select?.({ items: [item], nextCursor: null } as never)
    expect(read({ name: 'Sketch' })).toEqual([{ name: 'Sketch', sampleImageId: null }])
    expect(read({ name: 'Sketch', sampleImageId: 'i' })).toEqual([{ name: 'Sketch', sampleImageId: 'i' }])
  })
})
