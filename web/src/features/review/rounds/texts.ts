import type { ProofDecision, ProofState } from '#domain/sharing/round.ts'

const proofs = (count: number) => (count === 1 ? '1 proof' : `${count} proofs`)

/** Texts of rounds for reviewers. */
export const roundTexts = {
  round: (number: number) => `Round ${number}`,
  proof: (number: number) => `Proof ${number}`,
  which: 'Round',
  open: 'Open the proofs',
  close: 'Close the proofs',
  /** The state of a round for this reviewer. */
  progress: (decided: number, count: number) => `${decided} of ${count} decided by you`,
  look: proofs,
  closedOn: (time: string) => `Closed ${time}`,
  until: (time: string) => `Please decide by ${time}`,
  closed: 'This round is closed. Its decisions can not be changed any more.',
  noGrant: 'You can look at these proofs. Deciding is not part of this link.',
  states: {
    waiting: 'Waits for a decision',
    approved: 'Approved',
    changes: 'Changes asked for',
  } satisfies Record<ProofState, string>,
  approve: 'Approve',
  approveProof: (number: number) => `Approve proof ${number}`,
  approveAll: (count: number) => `Approve the other ${count}`,
  confirm: (number: number) => `Approve proof ${number}?`,
  confirmAll: (count: number) => `Approve ${proofs(count)}?`,
  confirmText:
    'This very file is approved, with your name and the time. You can take it back until the round is closed.',
  ask: 'Ask for changes',
  askFor: (number: number) => `Ask for changes to proof ${number}`,
  words: 'What should change?',
  send: 'Send',
  cancel: 'Cancel',
  point: 'Point at a spot of the picture',
  takeBack: 'Take back',
  takeBackLabel: (decision: ProofDecision, number: number) =>
    decision === 'approve'
      ? `Take back your approval of proof ${number}`
      : `Take back your request for proof ${number}`,
  you: 'You',
  decided: (decision: ProofDecision) => (decision === 'approve' ? 'approved' : 'asked for changes'),
  notDecided: 'This was not decided',
  tryAgain: 'Check your connection and try again.',
  since: (number: number) => `Since round ${number}`,
  same: 'The same picture as before.',
  compare: (number: number) => `Compare with round ${number}`,
  missing: 'This picture is not there any more.',
  picture: (number: number) => `Picture of proof ${number}`,
}
