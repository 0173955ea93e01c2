import type { LocalEngineName, LocalModel } from './local-model.ts'

/** The facts of the machine that a server runs on. */
export type Machine = {
  /** Why an engine has no program for this platform, as a sentence; null where it has one. */
  readonly engineHindrances: Readonly<Record<LocalEngineName, string | null>>
  /** Engines that compute on the processor: the time of others, on a graphics card, is not known. */
  readonly timedEngines: ReadonlySet<LocalEngineName>
  readonly cores: number
  readonly totalMemoryBytes: number
  readonly freeMemoryBytes: number
  readonly freeDiskBytes: number
  /** A plain matrix product on one core, in 10⁹ operations a second; null where it was not measured. */
  readonly coreGigaflops: number | null
}

/**
 * The same of the machine on which `referenceSeconds` were measured: two cores, and the best of the probe’s runs while they were idle
 * (`server/src/features/models/local/speed-worker.ts`).
 */
export const referenceMachine = { cores: 2, coreGigaflops: 2.9 } as const

/** Bytes that an installation leaves free on the disk: the database and the pictures need room as well. */
export const spareDiskBytes = 1_000_000_000

const gigabytes = (bytes: number) => (Math.round(bytes / 1e8) / 10).toFixed(1).replace(/\.0$/, '')

/**
 * Why a model can't be installed or used on this machine, as a sentence for people; null where it can.
 * @param bytesToFetch What its download still needs on the disk.
 */
export function hindranceOf(model: LocalModel, machine: Machine, bytesToFetch: number): string | null {
  const ofEngine = machine.engineHindrances[model.engine]
  if (ofEngine) return ofEngine
  const { leastMemoryBytes } = model
  if (machine.freeMemoryBytes < leastMemoryBytes)
    return `Needs ${gigabytes(leastMemoryBytes)} GB of free memory; this machine has ${gigabytes(machine.freeMemoryBytes)}.`
  const missing = bytesToFetch === 0 ? 0 : bytesToFetch + spareDiskBytes - machine.freeDiskBytes
  return missing > 0 ? noRoom(missing) : null
}

/** Says how much is missing on the disk, and what to do. Rounded up: freeing what is said must be enough. */
export const noRoom = (missingBytes: number): string =>
  `No room on the disk: ${gigabytes(Math.ceil(missingBytes / 1e8) * 1e8)} GB are missing. Make room, then try again.`

/**
 * The expected seconds of one picture, from the measured ones and the speed of this machine; null where it was not
 * measured. Rough: processors differ in how they multiply matrices, by a half at most between those that were tried.
 */
export function expectedSeconds(model: LocalModel, { cores, coreGigaflops, timedEngines }: Machine): number | null {
  if (!timedEngines.has(model.engine) || coreGigaflops === null || coreGigaflops <= 0) return null
  const reference = referenceMachine.cores * referenceMachine.coreGigaflops
  const seconds = (model.referenceSeconds * reference) / (cores * coreGigaflops)
  return seconds < 10 ? Math.max(0.5, Math.round(seconds * 2) / 2) : Math.round(seconds)
}
