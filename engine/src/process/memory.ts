import { totalmem } from 'node:os'
import { EngineFailure } from '../engine-failure.ts'

/** macOS counts pages as used that it gives away at once. */
export const availableMemory = (): number => (process.platform === 'darwin' ? totalmem() : process.availableMemory())

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`

/** @throws EngineFailure where less memory is free than a model needs. */
export function checkMemory(leastBytes: number, freeBytes: number): void {
  if (freeBytes >= leastBytes) return
  throw new EngineFailure(
    'memory',
    `This model needs ${gigabytes(leastBytes)} of free memory; ${gigabytes(freeBytes)} are free. Close other programs or choose a smaller model.`,
  )
}
