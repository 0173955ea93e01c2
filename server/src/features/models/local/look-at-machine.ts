import { mkdir } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Machine } from '#domain/local-models/machine.ts'
import { freeDiskBytes } from './fetch-file.ts'

/** The speed of one core, measured in a thread of its own; null where that fails. */
function measureCore(): Promise<number | null> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./speed-worker.ts', import.meta.url))
    worker.once('message', (gigaflops: number) => resolve(gigaflops))
    worker.once('error', () => resolve(null))
    worker.once('exit', () => resolve(null))
  })
}

/**
 * Looks at the machine as it is now. Its speed is measured at the first look and then at most every ten minutes; the best counts,
 * since other work only slows a measurement.
 */
export type MachineLook = () => Promise<Machine>

const measureEveryMs = 600_000

/**
 * @param dataDir A folder of the disk that models are installed on; created if it is missing.
 * @param engines Which engines the machine can run.
 */
export function createMachineLook(
  dataDir: string,
  engines: { readonly hindrances: Machine['engineHindrances']; readonly timed: Machine['timedEngines'] },
): MachineLook {
  let best: number | null = null
  let measuredAt = Number.NEGATIVE_INFINITY
  let measuring: Promise<void> | undefined
  return async () => {
    if (performance.now() - measuredAt > measureEveryMs) {
      measuredAt = performance.now()
      measuring = measureCore().then((speed) => {
        if (speed !== null) best = Math.max(best ?? 0, speed)
      })
    }
    if (best === null) await measuring
    await mkdir(dataDir, { recursive: true })
    return {
      engineHindrances: engines.hindrances,
      timedEngines: engines.timed,
      cores: availableParallelism(),
      totalMemoryBytes: totalmem(),
      // macOS counts pages as used that it gives away at once.
      freeMemoryBytes: process.platform === 'darwin' ? totalmem() : process.availableMemory(),
      freeDiskBytes: await freeDiskBytes(dataDir),
      coreGigaflops: best,
    }
  }
}
