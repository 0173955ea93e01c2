import { randomUUID } from 'node:crypto'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import type { Scene, VendorDesk } from './vendor-fake.ts'

/** A request that a fake works on while it is looked at. */
export type VendorJob = {
  readonly id: string
  readonly scene: Scene
  readonly size: PixelSize
  readonly seed: number
  /** How often it was looked at, this time counted. */
  looks: number
  isCancelled: boolean
  /** Where its picture lies; made with the first look that finds it finished. */
  url: string | null
}

/** So many looks find a slow job unfinished. */
export const slowLooks = 4

/** The requests of a vendor that is asked once and looked at until it is done. */
export function vendorJobs(desk: () => VendorDesk) {
  const jobs = new Map<string, VendorJob>()
  return {
    create(scene: Scene, size: PixelSize, seed: number): VendorJob {
      const job = { id: randomUUID(), scene, size, seed, looks: 0, isCancelled: false, url: null }
      jobs.set(job.id, job)
      return job
    },
    find: (id: string) => jobs.get(id),
    /** Counts the look. */
    look(id: string): VendorJob | undefined {
      const job = jobs.get(id)
      if (job) job.looks += 1
      return job
    },
    isWorking: ({ scene, looks }: VendorJob) =>
      scene === 'silent' || (scene === 'delivers-slowly' && looks <= slowLooks),
    /** The address of its picture: the same one however often it is asked for. */
    async pictureOf(job: VendorJob): Promise<string> {
      const state = job.scene === 'truncated' ? 'truncated' : job.scene === 'expired-address' ? 'gone' : 'whole'
      job.url ??= await desk().publish(job.size, state)
      return job.url
    },
  }
}
