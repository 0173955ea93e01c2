import { availableParallelism } from 'node:os'
import { setTimeout as rest } from 'node:timers/promises'
import { type Admission, AdmissionRefused, type Admit, createAdmission } from './admission.ts'
import { type TemporaryFiles, temporaryFilesOf } from './temporary-files.ts'

/**
 * The resources for the heavy work of one owner: memory, temporary files, and the signal that ends it when the client
 * leaves.
 */
export type OwnerWork = {
  /** Room in memory, in bytes, for as long as the work goes on. Beyond a person's share: one at a time, over all persons. */
  readonly admit: Admit
  /**
   * The same for edits that this machine makes: the largest of them takes the room of heavy pictures and all of the others' as well,
   * so that it is alone.
   */
  readonly admitEdit: Admit
  /** A turn at decoding a picture (weight 1); taken before `admit`, never while memory is held. */
  readonly decode: Admit
  readonly temporaryFiles: TemporaryFiles
  readonly signal: AbortSignal | undefined
}

/** The memory for the pictures of a job. */
export type JobMemory = Pick<OwnerWork, 'admit' | 'admitEdit'> & {
  /** The most that an edit may take, in bytes: one that takes more is refused. */
  readonly maxEditBytes: number
}

/** Bounds on the work of this process that takes much memory, disk or time: in total, and for each person. */
export type WorkLimits = {
  of(owner: string, signal?: AbortSignal): OwnerWork
  /** Memory that is waited for as long as the signal lasts: a picture that was paid for is not lost because others wait, too. */
  ofJob(owner: string, signal: AbortSignal): JobMemory
  /**
   * Memory for missing thumbnails; apart from that of users, whose work may wait for a thumbnail while it holds its
   * own. One of a picture that takes more is made as the heavy picture of a user is, and never waited for while memory is held.
   */
  readonly thumbnails: Admit
  /** Projects that are imported at a time. */
  readonly imports: Admission
  /** Looks at pictures by the tools of this machine that people wait for: one takes seconds of all cores. */
  readonly tools: Admission
  /** Looks at lists of providers outside, whose answers are parsed at once: up to a tenth of a second each. */
  readonly looks: Admission
  /** Bytes of memory of the exports that are being read. */
  readonly exports: Admission
  /** Boards that are read at a time: each takes a connection of the database until all of it is read. */
  readonly boardReads: Admission
  /** Bytes of boards that were read, and that their readers have not taken yet. */
  readonly unsentLines: Admission
}

/** Projects that are imported at a time; one more of the same user may wait. */
const importLimits = { total: 2, perOwner: 1, waitingPerOwner: 1, waitSeconds: 60 }
/** Looks of local tools: they are done one after the other anyway. One more of the same user may wait. */
const toolLimits = { total: 2, perOwner: 1, waitingPerOwner: 1, waitSeconds: 120 }
/** Looks outside: a slow server takes a place for up to 45 s. One more of the same user may wait. */
const lookLimits = { total: 4, perOwner: 1, waitingPerOwner: 1, waitSeconds: 30 }
/** Memory for the trees of projects that are held while their pictures are sent: 50,000 cards take about 100 MB. */
export const maxExportBytes = 400_000_000
const exportLimits = { total: maxExportBytes, perOwner: 150_000_000 }
/** Boards that are read at a time, of the 20 connections of a process. The largest are read in some seconds. */
const boardReadLimits = { total: 6, perOwner: 2, waitingPerOwner: 50, waitSeconds: 30 }
/** Bytes of boards for slow readers. 100,000 cards are 23 MB, or 9 MB compressed; a reply beyond the room is broken off. */
const unsentLimits = { total: 128_000_000, perOwner: 32_000_000 }
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
/** The rest after a refusal because others wait, before it is waited for again. */
const restMs = 1_000
/** Least memory for missing thumbnails: a file of 64 MB and its decoder. */
const minThumbnailBytes = 100_000_000

/** Waits for room again where others took it all the time. @throws AdmissionRefused where the work is larger than all of the room. */
const waitPatiently =
  (admit: Admit, signal: AbortSignal): Admit =>
  async (weight, work) => {
    for (;;) {
      let isAdmitted = false
      try {
        return await admit(weight, () => {
          isAdmitted = true
          return work()
        })
      } catch (error) {
        if (isAdmitted || !(error instanceof AdmissionRefused) || error.because === 'room') throw error
        await rest(restMs, undefined, { signal })
      }
    }
  }

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
  const maxEditBytes = room.memoryBytes * (heavyPart + 1)
  const admitFor = (owner: string, signal?: AbortSignal): Admit => {
    const [light, alone] = [memory.for(owner, signal), heavy.for(owner, signal)]
    return async (weight, work) => {
      if (weight <= room.memoryBytes * ownerPart) return light(weight, work)
      if (weight > room.memoryBytes * heavyPart) throw new AdmissionRefused('room')
      return alone(1, work)
    }
  }
  const admitEditFor = (owner: string, signal?: AbortSignal): Admit => {
    const [admit, everything, alone] = [admitFor(owner, signal), memory.for(owner, signal), heavy.for(owner, signal)]
    return async (weight, work) => {
      if (weight <= room.memoryBytes * heavyPart) return admit(weight, work)
      if (weight > maxEditBytes) throw new AdmissionRefused('room')
      return alone(1, () => everything(room.memoryBytes, work))
    }
  }
  const [admitThumbnail, admitHeavyThumbnail] = [
    createAdmission({ total: thumbnailBytes, perOwner: thumbnailBytes }).for('thumbnails'),
    heavy.for('thumbnails'),
  ]
  return {
    of: (owner, signal) => ({
      admit: admitFor(owner, signal),
      admitEdit: admitEditFor(owner, signal),
      decode: decoding.for(owner, signal),
      temporaryFiles: temporaryFilesOf(space, owner),
      signal,
    }),
    ofJob: (owner, signal) => ({
      admit: waitPatiently(admitFor(owner, signal), signal),
      admitEdit: waitPatiently(admitEditFor(owner, signal), signal),
      maxEditBytes,
    }),
    async thumbnails(weight, work) {
      if (weight <= thumbnailBytes) return admitThumbnail(weight, work)
      if (weight > room.memoryBytes * heavyPart) throw new AdmissionRefused('room')
      return admitHeavyThumbnail(1, work)
    },
    imports: createAdmission(importLimits),
    tools: createAdmission(toolLimits),
    looks: createAdmission(lookLimits),
    exports: createAdmission(exportLimits),
    boardReads: createAdmission(boardReadLimits),
    unsentLines: createAdmission(unsentLimits),
  }
}
