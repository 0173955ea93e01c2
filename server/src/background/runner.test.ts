import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Log } from '../operations/log.ts'
import type { Metrics } from '../operations/metrics.ts'
import { type BackgroundTask, runOnce, startBackground } from './runner.ts'

/** A runner with the lines of its log and the counts of its metrics. */
function running(tasks: readonly BackgroundTask[]) {
  const lines: string[] = []
  const counted: string[] = []
  const log = { warn: (_about: object, line: string) => void lines.push(line) } as unknown as Log
  const metrics = { itemFailed: (task: string) => void counted.push(task) } as unknown as Metrics
  return { runner: startBackground(tasks, { log, metrics }), lines, counted }
}

const rounds = (name: string, run: BackgroundTask['run']): BackgroundTask => ({ name, everyMs: 1, run })

describe('the background runner', () => {
  it('runs each task in rounds, and goes on with the others when one fails', async () => {
    let count = 0
    const { runner, lines } = running([
      rounds('broken', async () => {
        throw new Error('broken')
      }),
      rounds('whole', async () => {
        count += 1
      }),
    ])
    await expect.poll(() => count).toBeGreaterThan(2)
    await runner.stop()
    expect(new Set(lines)).toEqual(new Set(['a background task failed and will run again']))
  })

  it('sets a failed item aside over rounds, counts it once, and works on the other items', async () => {
    const done: string[] = []
    let count = 0
    const { runner, counted } = running([
      rounds('pack', async ({ items }) => {
        count += 1
        await items.attempt('a', async () => {
          throw new Error('broken')
        })
        await items.attempt('b', async () => done.push('b'))
      }),
    ])
    await expect.poll(() => count).toBeGreaterThan(3)
    await runner.stop()
    expect(counted).toEqual(['pack'])
    expect(done).toHaveLength(count)
  })

  it('aborts the signal of its rounds when it stops, waits for them, and begins no other', async () => {
    let ended = 0
    const { runner } = running([
      rounds('long', async ({ signal }) => {
        await wait(60_000, undefined, { signal }).catch(() => undefined)
        ended += 1
      }),
    ])
    await runner.stop()
    await wait(10)
    expect(ended).toBe(1)
  })
})

describe('one round of a task', () => {
  it('throws the first failure after all items had their turn', async () => {
    const done: string[] = []
    const task = rounds('pack', async ({ items }) => {
      await items.attempt('a', async () => {
        throw new Error('broken')
      })
      await items.attempt('b', async () => done.push('b'))
    })
    await expect(runOnce(task)).rejects.toThrow('broken')
    expect(done).toEqual(['b'])
  })
})
