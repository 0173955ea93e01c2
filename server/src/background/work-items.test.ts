import { describe, expect, it } from 'vitest'
import { createWorkItems, type ItemFailure } from './work-items.ts'

const broken = async () => {
  throw new Error('broken')
}

function opened() {
  let at = 0
  const failures: ItemFailure[] = []
  const items = createWorkItems({ now: () => at, onFailure: (failure) => failures.push(failure) })
  return { items, failures, pass: (ms: number) => (at += ms) }
}

describe('the items of a background task', () => {
  it('do not stop each other: a round ends with the first error after all had their turn', async () => {
    const { items, failures } = opened()
    const done: string[] = []
    expect(await items.attempt('a', broken)).toBe('set-aside')
    expect(await items.attempt('b', async () => done.push('b'))).toBe('done')
    expect([done, failures.map(({ item }) => item), items.setAside()]).toEqual([['b'], ['a'], ['a']])
    expect(() => items.endRound()).toThrow('broken')
    expect(() => items.endRound()).not.toThrow()
  })

  it('are tried again after 30 seconds, then after twice as long each time, at most an hour', async () => {
    const { items, failures, pass } = opened()
    const pauses: number[] = []
    for (let round = 0; round < 9; round += 1) {
      await items.attempt('a', broken)
      const before = failures.length
      let seconds = 0
      while (failures.length === before) {
        pass(1_000)
        seconds += 1
        await items.attempt('a', broken)
      }
      pauses.push(seconds)
    }
    expect(pauses).toEqual([30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600])
  })

  it('begin from nothing after a success', async () => {
    const { items, failures, pass } = opened()
    await items.attempt('a', broken)
    pass(30_000)
    await items.attempt('a', async () => undefined)
    await items.attempt('a', broken)
    expect(failures.map((each) => each.failures)).toEqual([1, 1])
  })

  it('are not to blame for a database that is away', async () => {
    const { items } = opened()
    const away = async () => {
      throw new Error('Connection terminated unexpectedly')
    }
    await expect(items.attempt('a', away)).rejects.toThrow('terminated')
    expect(items.setAside()).toEqual([])
  })
})
