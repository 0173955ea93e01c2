import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createMachineLook } from './look-at-machine.ts'

const engines = { hindrances: { onnx: 'No engine.', 'sd-server': null }, timed: new Set(['onnx'] as const) }

describe('a look at the machine', () => {
  it('finds memory, disk, cores and a speed, and creates the folder whose disk it asks', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'espalier-look-'))
    const dataDir = join(folder, 'data')
    const machine = await createMachineLook(dataDir, engines)()
    expect(machine).toMatchObject({ engineHindrances: engines.hindrances, totalMemoryBytes: totalmem() })
    expect(machine.cores).toBeGreaterThanOrEqual(1)
    expect(machine.freeMemoryBytes).toBeGreaterThan(0)
    expect(machine.freeMemoryBytes).toBeLessThanOrEqual(machine.totalMemoryBytes)
    expect(machine.freeDiskBytes).toBeGreaterThan(0)
    expect(machine.coreGigaflops).toBeGreaterThan(0)
    expect((await stat(dataDir)).isDirectory()).toBe(true)
    await rm(folder, { recursive: true })
  })

  it('measures once for looks that follow each other', async () => {
    const look = createMachineLook(tmpdir(), engines)
    const [first, second] = [await look(), await look()]
    expect(second.coreGigaflops).toBe(first.coreGigaflops)
  })
})
