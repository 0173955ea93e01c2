import type { SharedRoundShape, SharedRoundsShape } from '#contract/sharing/round.ts'
import type { ProofDecision } from '#domain/sharing/round.ts'
import { api } from '../http/client.ts'

/** The rounds of a link, newest first. */
export const readRounds = (id: string): Promise<SharedRoundsShape> => api.shared.rounds({ id })

/** A proof of a link by its numbers. */
export type ProofTarget = { readonly id: string; readonly number: number; readonly proof: number }

/** Approves a proof or asks for changes; the same again changes nothing. Returns the round. */
export const decideProof = (
  target: ProofTarget,
  decision: { readonly decision: ProofDecision; readonly words: string | null },
): Promise<SharedRoundShape> => api.shared.decide({ ...target, ...decision })

/** Takes the reviewer's own decision back. Returns the round. */
export const withdrawDecision = (target: ProofTarget): Promise<SharedRoundShape> => api.shared.withdraw(target)
