import { and, eq, sql } from 'drizzle-orm'
import type { SharedRoundShape, SharedRoundsShape } from '#contract/sharing/round.ts'
import { failure, success } from '#domain/result.ts'
import { grantIncludes } from '#domain/sharing/link-grant.ts'
import { type DecisionLogKind, decisionRefusal, maxDecisionLog, type ProofDecision } from '#domain/sharing/round.ts'
import { type AsyncResult, type Refusal, refusableTransaction } from '#server/db/refusal.ts'
import { query } from '#server/db/sql/query.ts'
import type { Querier, SystemDatabase, Transaction } from '../../db/database.ts'
import { readSnapshot } from '../../db/read-snapshot.ts'
import { roundDecisions, roundLog } from '../../db/schema/rounds.ts'
import type { Storage } from '../../storage/storage.ts'
import { noteFeedbackChanged } from '../sharing/feedback-version.ts'
import type { OpenShare } from '../sharing/open-share.ts'
import { extendVisit } from '../sharing/visit-emails.ts'
import { nameFirst } from '../sharing/visitor-feedback.ts'
import { readSharedRounds } from './round-rows.ts'
import { hashStored } from './stored-hash.ts'

type DecideDeps = { readonly system: SystemDatabase; readonly storage: Storage; newId(): string }

/** A proof of a link by its numbers. */
export type ProofTarget = { readonly number: number; readonly proof: number }

type FoundProof = {
  id: string
  is_closed: boolean
  set_sha256: string
  sha256: string
  image_id: string
  /** Null where the image is gone, or in the trash. */
  attempt: number | null
}

const notFound = failure({ code: 'not-found' as const })
const refusals: Readonly<Record<'grant' | 'name' | 'closed', Refusal>> = {
  grant: { code: 'forbidden', message: 'This link does not let you approve or ask for changes.' },
  name: nameFirst,
  closed: { code: 'conflict', message: 'This round is closed. Its decisions can not be changed any more.' },
}

async function findProof(db: Querier, share: OpenShare, { number, proof }: ProofTarget): Promise<FoundProof | null> {
  const { rows } = await query<FoundProof>(
    db,
    {
      id: 'string',
      is_closed: 'boolean',
      set_sha256: 'string',
      sha256: 'string',
      image_id: 'string',
      attempt: 'number',
    },
    sql`select rounds.id, rounds.closed_at is not null as is_closed, rounds.set_sha256, proofs.sha256, proofs.image_id, images.attempt
      from review_rounds rounds join round_proofs proofs on proofs.round_id = rounds.id and proofs.number = ${proof}
      left join (generated_images images join generations cards on cards.id = images.generation_id and cards.deleted_at is null)
        on images.id = proofs.image_id and images.user_id = rounds.user_id
      where rounds.share_id = ${share.id} and rounds.number = ${number}`,
  )
  return rows[0] ?? null
}

/** Whether the link is still open; locks it, so that it neither ends nor closes a round before the transaction does. */
async function lockOpenShare(tx: Transaction, { id }: OpenShare): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from shares where id = ${id}
    and revoked_at is null and (expires_at is null or expires_at > now()) for no key update`)
  return rows.length > 0
}

/** The rounds of a link, from one snapshot. */
export const listSharedRounds = (system: SystemDatabase, share: OpenShare): Promise<SharedRoundsShape> =>
  readSnapshot(system, async (tx) => ({
    canDecide: grantIncludes(share.grants, 'approve'),
    items: await readSharedRounds(tx, {
      where: sql`rounds.share_id = ${share.id}`,
      visitorId: share.visitor?.id ?? null,
    }),
  }))

async function readRound(tx: Transaction, share: OpenShare, { number }: ProofTarget): AsyncResult<SharedRoundShape> {
  const [round] = await readSharedRounds(tx, {
    where: sql`rounds.share_id = ${share.id} and rounds.number = ${number}`,
    visitorId: share.visitor?.id ?? null,
  })
  return round ? success(round) : notFound
}

type NewEntry = { readonly kind: DecisionLogKind; readonly words: string | null }

/** Adds an entry to the log; refused where the logs of the link are full. */
async function addToLog(
  tx: Transaction,
  { share, proof, target }: { readonly share: OpenShare; readonly proof: FoundProof; readonly target: ProofTarget },
  entry: NewEntry & { readonly id: string },
): AsyncResult<null> {
  const { rows } = await query<{ count: number }>(
    tx,
    { count: 'number' },
    sql`select count(*)::int as count from round_log
      where round_id in (select id from review_rounds where share_id = ${share.id})`,
  )
  if ((rows[0]?.count ?? 0) >= maxDecisionLog)
    return failure({ code: 'too-large', message: 'There are too many decisions here already.' })
  if (!share.visitor) return failure(nameFirst)
  const { userId, projectId, visitor } = share
  const of = { userId, projectId, roundId: proof.id, proof: target.proof, visitorId: visitor.id, author: visitor.name }
  await tx.insert(roundLog).values({ ...of, ...entry, sha256: proof.sha256, setSha256: proof.set_sha256 })
  return success(null)
}

const ownDecision = (proof: FoundProof, target: ProofTarget, visitorId: string) =>
  and(
    eq(roundDecisions.roundId, proof.id),
    eq(roundDecisions.proof, target.proof),
    eq(roundDecisions.visitorId, visitorId),
  )

type Decision = { readonly decision: ProofDecision; readonly words: string | null }

/**
 * Approves a proof or asks for changes. The stored file is read: one that is not the frozen one can not be decided on. The same decision
 * again changes nothing, so that a reply that was lost is asked for again.
 */
export async function decide(
  deps: DecideDeps,
  share: OpenShare,
  { target, decision, words }: Decision & { readonly target: ProofTarget },
): AsyncResult<SharedRoundShape> {
  const found = await findProof(deps.system, share, target)
  if (!found) return notFound
  const refusal = decisionRefusal({
    grant: share.grants,
    isNamed: share.visitor !== null,
    isClosed: found.is_closed,
  })
  if (refusal) return failure(refusals[refusal])
  const { attempt, image_id: imageId } = found
  const current = attempt === null ? null : await hashStored(deps.storage, { imageId, attempt })
  if (current !== found.sha256)
    return failure({
      code: 'conflict',
      message: `Proof ${target.proof} has changed since this round was started: its file is not the approved one. Ask for a new round.`,
      data: { reason: 'not-the-approved-one' },
    })
  return refusableTransaction<SharedRoundShape>(deps.system, async (tx) => {
    if (!share.visitor || !(await lockOpenShare(tx, share))) return notFound
    const proof = await findProof(tx, share, target)
    if (!proof) return notFound
    if (proof.is_closed) return failure(refusals.closed)
    const { id: visitorId, name: author } = share.visitor
    const [before] = await tx
      .select()
      .from(roundDecisions)
      .where(ownDecision(proof, target, visitorId))
    if (before?.decision === decision && before.words === words) return readRound(tx, share, target)
    const logged = await addToLog(tx, { share, proof, target }, { id: deps.newId(), kind: decision, words })
    if (!logged.ok) return logged
    const { userId } = share
    const decided = { decision, words, decidedAt: sql`now()` }
    await tx
      .insert(roundDecisions)
      .values({ userId, roundId: proof.id, proof: target.proof, visitorId, ...decided })
      .onConflictDoUpdate({
        target: [roundDecisions.roundId, roundDecisions.proof, roundDecisions.visitorId],
        set: decided,
      })
    await extendVisit(tx, { visitorId, userId })
    const round = await readRound(tx, share, target)
    await noteFeedbackChanged(tx, share, {
      decision: { round: target.number, proof: target.proof, author, decision, words },
    })
    return round
  })
}

/** Takes a reviewer's own decision back, until the round is closed; without one it changes nothing. */
export async function withdraw(
  deps: Pick<DecideDeps, 'system' | 'newId'>,
  share: OpenShare,
  target: ProofTarget,
): AsyncResult<SharedRoundShape> {
  return refusableTransaction<SharedRoundShape>(deps.system, async (tx) => {
    if (!(await lockOpenShare(tx, share))) return notFound
    const proof = await findProof(tx, share, target)
    if (!proof) return notFound
    const refusal = decisionRefusal({
      grant: share.grants,
      isNamed: share.visitor !== null,
      isClosed: proof.is_closed,
    })
    if (refusal || !share.visitor) return failure(refusals[refusal ?? 'name'])
    const own = ownDecision(proof, target, share.visitor.id)
    const removed = await tx.delete(roundDecisions).where(own).returning({ proof: roundDecisions.proof })
    if (removed.length === 0) return readRound(tx, share, target)
    const logged = await addToLog(tx, { share, proof, target }, { id: deps.newId(), kind: 'withdrawn', words: null })
    if (!logged.ok) return logged
    const round = await readRound(tx, share, target)
    await noteFeedbackChanged(tx, share)
    return round
  })
}
