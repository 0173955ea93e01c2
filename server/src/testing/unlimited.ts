import type { Admit } from '../operations/admission.ts'

/** Runs work at once, whatever it takes. */
export const unlimited: Admit = (_weight, work) => work()
