import { describe, expect, it } from 'vitest'
import { editOperationsQuery } from './editing.ts'

describe('editOperationsQuery', () => {
  it('reads the operations of a server of the last release, which names executors `doers`', () => {
    const [same, offer] = [
      { operation: 'change', enabledBy: null },
      { model: 'm', price: 4 },
    ]
    const earlier = { ...same, doer: 'm', doers: [{ ...offer, doer: 'm' }] }
    const current = { ...same, executor: 'm', executors: [{ ...offer, executor: 'm' }] }
    const read = (item: object) => editOperationsQuery.select?.({ items: [item], nextCursor: null } as never)
    expect([read(earlier), read(current)]).toEqual([[current], [current]])
  })
})
