import type { Admit } from '#server/operations/admission.ts'

/** Runs work at once, whatever it takes. */
export const unlimited: Admit = (_weight, work) => work()
