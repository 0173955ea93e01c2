import { describe, expect, it } from 'vitest'
import { fewAtATime } from './few-at-a-time.ts'

const numbers = Array.from({ length: 12 }, (_, index) => index)

describe('reading items with limited concurrency', () => {
  it('yields everything in order, and has no more than four running', async () => {
    let underWay = 0
    let most = 0
    const given: number[] = []
    const read = async (item: number) => {
      underWay += 1
      most = Math.max(most, underWay)
      // Later ones end sooner.
      for (let turn = 0; turn < 12 - item; turn++) await Promise.resolve()
      underWay -= 1
      return item
    }
    for await (const item of fewAtATime(numbers, read)) given.push(item)
    expect([given, most]).toEqual([numbers, 4])
  })

  it('ends with the first failure, and reads nothing more', async () => {
    const asked: number[] = []
    const read = async (item: number) => {
      asked.push(item)
      if (item === 1) throw new Error('It is gone.')
      return item
    }
    const given: number[] = []
    const all = async () => {
      for await (const item of fewAtATime(numbers, read)) given.push(item)
    }
    await expect(all()).rejects.toThrow('It is gone.')
    expect(given).toEqual([0])
    expect(asked.length).toBeLessThan(7)
  })
})
