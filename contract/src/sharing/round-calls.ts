import { z } from 'zod'
import { bySession, reading, sharing } from '../call-scope.ts'
import { list } from '../list.ts'
import { uuid } from '../text.ts'
import { withIdempotencyKey } from '../with-idempotency-key.ts'
import { byLink } from './by-link.ts'
import {
  decisionBody,
  decisionTarget,
  roundNumber,
  roundShape,
  sharedRoundShape,
  sharedRoundsShape,
  startRoundBody,
} from './round.ts'

const byId = z.strictObject({ id: uuid })

/** The owner's list of rounds, with those of projects. */
export const projectRoundCalls = {
  rounds: reading
    .route({
      method: 'GET',
      path: '/projects/{id}/rounds',
      summary: 'The rounds of all review links of a project, also of those that have ended, newest first',
    })
    .input(byId)
    .output(z.strictObject(list(roundShape))),
}

/** The owner's calls for the rounds of one link. */
export const roundCalls = {
  rounds: sharing
    .route({
      method: 'GET',
      path: '/shares/{id}/rounds',
      summary: 'The rounds of a review link, newest first, with all decisions and their log',
    })
    .input(byId)
    .output(z.strictObject(list(roundShape))),
  startRound: sharing
    .meta({ caller: 'account', time: 'long' })
    .route({
      method: 'POST',
      path: '/shares/{id}/rounds',
      successStatus: 201,
      summary: 'Start a round: freeze images that the link shows as numbered proofs',
      description:
        'A link that was created without `grants` lets its reviewers decide from then on. Decisions are refused once the stored file of a proof is another one.',
      spec: withIdempotencyKey,
    })
    .input(startRoundBody)
    .output(roundShape),
  closeRound: sharing
    .route({
      method: 'POST',
      path: '/shares/{id}/rounds/{number}/close',
      summary: 'Close a round: its decisions can not be changed or taken back any more',
    })
    .input(byId.extend({ number: roundNumber }))
    .output(roundShape),
}

/** The calls of reviewers for rounds. */
export const sharedRoundCalls = {
  rounds: bySession
    .meta({ caller: 'anyone' })
    .route({
      method: 'GET',
      path: '/shared/{id}/rounds',
      summary: 'The rounds of a link with what was decided, newest first',
      spec: byLink,
    })
    .input(byId)
    .output(sharedRoundsShape),
  decide: bySession
    .meta({ caller: 'anyone' })
    .route({
      method: 'PUT',
      path: '/shared/{id}/rounds/{number}/proofs/{proof}/decision',
      summary: 'Approve a proof or ask for changes; the same again changes nothing',
      description:
        '403: the link does not grant it. 422: the reviewer has no name yet. 409: the round is closed, or the file is not the one that was frozen.',
      spec: byLink,
    })
    .input(decisionBody)
    .output(sharedRoundShape),
  withdraw: bySession
    .meta({ caller: 'anyone' })
    .route({
      method: 'DELETE',
      path: '/shared/{id}/rounds/{number}/proofs/{proof}/decision',
      summary: 'Take your decision back; 409 once the round is closed',
      spec: byLink,
    })
    .input(decisionTarget)
    .output(sharedRoundShape),
}
