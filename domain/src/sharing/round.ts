import { grantIncludes, type LinkGrant } from './link-grant.ts'

/** What a reviewer decides about a proof. */
export const proofDecisions = ['approve', 'changes'] as const
export type ProofDecision = (typeof proofDecisions)[number]

/** Kinds of entries in the log of a round: a decision, or that it was taken back. */
export const decisionLogKinds = [...proofDecisions, 'withdrawn'] as const
export type DecisionLogKind = (typeof decisionLogKinds)[number]

/** Proofs of one round. */
export const maxProofs = 200
/** Rounds of one link. */
export const maxRounds = 50
/** Entries in the logs of all rounds of one link: more than its reviewers need, and no more than a reply can list. */
export const maxDecisionLog = 2_000

/** The state of a proof over all its reviewers. */
export const proofStates = ['waiting', 'approved', 'changes'] as const
export type ProofState = (typeof proofStates)[number]

/** One reviewer who asks for changes outweighs those who approve: the proof is not the final one. */
export function proofStateOf(decisions: readonly ProofDecision[]): ProofState {
  if (decisions.includes('changes')) return 'changes'
  return decisions.length > 0 ? 'approved' : 'waiting'
}

/** The number of proofs in each state. */
export function countStates(states: readonly ProofState[]): Readonly<Record<ProofState, number>> {
  const counted: Record<ProofState, number> = { waiting: 0, approved: 0, changes: 0 }
  for (const state of states) counted[state] += 1
  return counted
}

/** What is frozen of a proof. `sha256`: of the stored original, as hex. */
export type FrozenProof = { readonly number: number; readonly imageId: string; readonly sha256: string }

/** The text that stands for a frozen set; its hash is what an approval is bound to. Another order, byte or image is another set. */
export const frozenSetText = (proofs: readonly FrozenProof[]): string =>
  proofs
    .toSorted((a, b) => a.number - b.number)
    .map(({ number, imageId, sha256 }) => `${number} ${imageId} ${sha256}\n`)
    .join('')

const dayMs = 86_400_000

/** When the owner is reminded of a round: a day before its date, or at once where that has passed. Milliseconds since 1970. */
export const reminderTime = (untilMs: number, nowMs: number): number => Math.max(nowMs, untilMs - dayMs)

type Deciding = {
  readonly grant: LinkGrant
  /** Whether the reviewer has given a name. */
  readonly isNamed: boolean
  readonly isClosed: boolean
}

/** The reason why a reviewer may not decide; null: they may. */
export function decisionRefusal({ grant, isNamed, isClosed }: Deciding): 'grant' | 'name' | 'closed' | null {
  if (!grantIncludes(grant, 'approve')) return 'grant'
  if (!isNamed) return 'name'
  return isClosed ? 'closed' : null
}
