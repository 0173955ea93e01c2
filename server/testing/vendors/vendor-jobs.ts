import { randomUUID } from 'node:crypto'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import type { Scene, VendorDesk } from './vendor-fake.ts'

/** A request of a fake that is polled. */
export type VendorJob = {
  readonly id: string
  readonly scene: Scene
  readonly size: PixelSize
  readonly seed: number
  /** The number of polls, including this one. */
  looks: number
  isCancelled: boolean
  /** What an edit made; absent: a flat picture of its size. */
  made?: Uint8Array
  /** The address of its picture; created by the first poll that finds it finished. */
  url: string | null
}

/** This many polls find a slow job unfinished. */
export const slowLooks = 4

/** The requests of a vendor that are sent once and polled until they are finished. */
export function vendorJobs(desk: () => VendorDesk) {
  const jobs = new Map<string, VendorJob>()
  return {
    create(scene: Scene, size: PixelSize, seed: number): VendorJob {
      const job = { id: randomUUID(), scene, size, seed, looks: 0, isCancelled: false, url: null }
      jobs.set(job.id, job)
      return job
    },
    find: (id: string) => jobs.get(id),
    /** Counts the poll. */
    look(id: string): VendorJob | undefined {
      const job = jobs.get(id)
      if (job) job.looks += 1
      return job
    },
    isWorking: ({ scene, looks }: VendorJob) =>
      scene === 'silent' || (scene === 'delivers-slowly' && looks <= slowLooks),
    /** The address of its picture: the same one for every poll. */
    async pictureOf(job: VendorJob): Promise<string> {
      if (job.made && job.scene === 'delivers') job.url ??= desk().publishPicture(job.made)
      const state = job.scene === 'truncated' ? 'truncated' : job.scene === 'expired-address' ? 'gone' : 'whole'
      job.url ??= await desk().publish(job.size, state)
      return job.url
    },
  }
}
