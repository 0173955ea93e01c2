import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { inTurn } from './in-turn.ts'

describe('work in turn', () => {
  it('never runs beside other work, and answers what it made', async () => {
    let running = 0
    let most = 0
    const work = (value: number) => async () => {
      most = Math.max(most, ++running)
      await wait(1)
      running--
      return value
    }
    expect(await Promise.all([1, 2, 3].map((value) => inTurn(work(value))))).toEqual([1, 2, 3])
    expect(most).toBe(1)
  })

  it('goes on after work that failed', async () => {
    const failing = inTurn(() => Promise.reject(new Error('broken')))
    const next = inTurn(async () => 'done')
    await expect(failing).rejects.toThrow('broken')
    expect(await next).toBe('done')
  })
})
