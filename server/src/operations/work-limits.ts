import { availableParallelism } from 'node:os'
import { type Admission, AdmissionRefused, type Admit, createAdmission } from './admission.ts'
import { type TemporaryFiles, temporaryFilesOf } from './temporary-files.ts'

/**
 * The resources for the heavy work of one owner: memory, temporary files, and the signal that ends it when the client
 * leaves.
 */
export type OwnerWork = {
  /** Room in memory, in bytes, for as long as the work goes on. Beyond a person's share: one at a time, over all persons. */
  readonly admit: Admit
  /** A turn at decoding a picture (weight 1); taken before `admit`, never while memory is held. */
  readonly decode: Admit
  readonly temporaryFiles: TemporaryFiles
  readonly signal: AbortSignal | undefined
}

/** Bounds on the work of this process that takes much memory, disk or time: in total, and for each person. */
export type WorkLimits = {
  of(owner: string, signal?: AbortSignal): OwnerWork
  /**
   * Memory for missing thumbnails; apart from that of users, whose work may wait for a thumbnail while it holds its
   * own.
   */
  readonly thumbnails: Admit
  /** Projects that are imported at a time. */
  readonly imports: Admission
  /** Looks at pictures by the tools of this machine that people wait for: one takes seconds of all cores. */
  readonly tools: Admission
  /** Bytes of memory of the exports that are being read. */
  readonly exports: Admission
}

/** Projects that are imported at a time; one more of the same user may wait. */
const importLimits = { total: 2, perOwner: 1, waitingPerOwner: 1, waitSeconds: 60 }
/** Looks of local tools: they are done one after the other anyway. One more of the same user may wait. */
const toolLimits = { total: 2, perOwner: 1, waitingPerOwner: 1, waitSeconds: 120 }
/** Memory for the trees of projects that are held while their pictures are sent: 50,000 cards take about 100 MB. */
export const mostExportBytes = 400_000_000
const exportLimits = { total: mostExportBytes, perOwner: 150_000_000 }
/**
 * Pictures from outside that are decoded and encoded at a time: a core stays free for everything else. Fifty photos of 12
 * megapixels take 15 s of one (`npm run bench:photos`).
 */
const decodedAtOnce = Math.max(1, availableParallelism() - 1)
const decodingLimits = { total: decodedAtOnce, perOwner: decodedAtOnce, waitSeconds: 300 }
/** The share of one user. */
const ownerPart = 1 / 2
/**
 * Memory for one heavy picture, in parts of the memory for all others: 500 MB beside the usual 200 MB stay within the 1 GiB of the
 * smallest installation.
 */
const heavyPart = 2.5
/** Heavy pictures: one at a time over all persons. Decoding one may take a minute. */
const heavyLimits = { total: 1, perOwner: 1, waitSeconds: 180 }
/** Least memory for missing thumbnails: a file of 64 MB and its decoder. */
const minThumbnailBytes = 100_000_000

/**
 * @param room.memoryBytes For pictures that are decoded, converted and packed at a time.
 * @param room.temporaryBytes For files that arrive, or that wait to be sent.
 */
export function createWorkLimits(room: { readonly memoryBytes: number; readonly temporaryBytes: number }): WorkLimits {
  const shareOf = (total: number) => ({ total, perOwner: total * ownerPart })
  const memory = createAdmission(shareOf(room.memoryBytes))
  const space = createAdmission(shareOf(room.temporaryBytes))
  const decoding = createAdmission(decodingLimits)
  const heavy = createAdmission(heavyLimits)
  const thumbnailBytes = Math.max(room.memoryBytes / 2, minThumbnailBytes)
  const admitFor = (owner: string, signal?: AbortSignal): Admit => {
    const [light, alone] = [memory.for(owner, signal), heavy.for(owner, signal)]
    return async (weight, work) => {
      if (weight <= room.memoryBytes * ownerPart) return light(weight, work)
      if (weight > room.memoryBytes * heavyPart) throw new AdmissionRefused('room')
      return alone(1, work)
    }
  }
  return {
    of: (owner, signal) => ({
      admit: admitFor(owner, signal),
      decode: decoding.for(owner, signal),
      temporaryFiles: temporaryFilesOf(space, owner),
      signal,
    }),
    thumbnails: createAdmission({ total: thumbnailBytes, perOwner: thumbnailBytes }).for('thumbnails'),
    imports: createAdmission(importLimits),
    tools: createAdmission(toolLimits),
    exports: createAdmission(exportLimits),
  }
}
