import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { takeLock } from './lock.js'

describe('the lock on a clone', () => {
  let parent = ''
  const lockFolder = () => join(parent, 'lock')
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'espalier-lock-'))
  })
  afterEach(() => rmSync(parent, { recursive: true }))

  it('is held by one process at a time', async () => {
    let holders = 0
    let most = 0
    const work = async () => {
      const lock = await takeLock(lockFolder(), { pollMs: 1 })
      most = Math.max(most, ++holders)
      await sleep(2)
      holders--
      lock.release()
    }
    await Promise.all(Array.from({ length: 20 }, work))
    expect(most).toBe(1)
    expect(readdirSync(parent)).toEqual([])
  })

  it('reports once which process it waits for', async () => {
    /** @type {number[]} */
    const waitedFor = []
    const first = await takeLock(lockFolder())
    const second = takeLock(lockFolder(), { pollMs: 1, onWait: (pid) => waitedFor.push(pid) })
    await sleep(20)
    first.release()
    await second
    expect(waitedFor).toEqual([process.pid])
  })

  it('is broken where its holder has died, also if another process has its pid now', async () => {
    mkdirSync(lockFolder())
    writeFileSync(join(lockFolder(), '1'), JSON.stringify({ pid: process.pid, startedAt: 'another time' }))
    writeFileSync(join(lockFolder(), '2'), JSON.stringify({ pid: 2 ** 30, startedAt: null }))
    await takeLock(lockFolder())
    expect(readdirSync(lockFolder())).toEqual([String(process.pid)])
  })

  it('outlives its holder while an adopted process works', async () => {
    const script = `import { takeLock } from ${JSON.stringify(new URL('./lock.js', import.meta.url).href)}
      import { spawn } from 'node:child_process'
      const lock = await takeLock(${JSON.stringify(lockFolder())})
      const npm = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 400)'])
      lock.adopt(npm.pid)
      process.kill(process.pid, 'SIGKILL')`
    const startedAt = performance.now()
    await once(spawn(process.execPath, ['--input-type=module', '-e', script]), 'exit')
    const diedAt = performance.now()
    await takeLock(lockFolder(), { pollMs: 1 })
    expect(diedAt - startedAt).toBeGreaterThan(0)
    expect(performance.now() - diedAt).toBeGreaterThan(200)
  })
})
