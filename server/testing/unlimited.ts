import type { Admit } from '#server/operations/admission.ts'
import type { JobMemory } from '#server/operations/work-limits.ts'

/** Runs work at once, whatever it takes. */
export const unlimited: Admit = (_weight, work) => work()

/** The same for the pictures of a job. */
export const unlimitedMemory: JobMemory = {
  admit: unlimited,
  admitEdit: unlimited,
  maxEditBytes: Number.POSITIVE_INFINITY,
}
