import { randomUUID } from 'node:crypto'
import { and, asc, eq, gt, ne, sql } from 'drizzle-orm'
import type { StoredEventName } from '#contract/events.ts'
import { hasEnded } from '#domain/generation/status.ts'
import { lowCredits, type WebhookEvent } from '#domain/webhooks/webhook-event.ts'
import { query } from '#server/db/sql/query.ts'
import type { Round } from '../../background/runner.ts'
import type { SystemDatabase, Transaction } from '../../db/database.ts'
import { sweepOf } from '../../db/remove-rows.ts'
import { events } from '../../db/schema/events.ts'
import { generatedImages, generations } from '../../db/schema/generations.ts'
import { reviewRounds, roundLog, roundProofs } from '../../db/schema/rounds.ts'
import { shareComments } from '../../db/schema/shares.ts'
import { webhookDeliveries, webhooks } from '../../db/schema/webhooks.ts'
import { sourceOfComment } from './source-of-comment.ts'

/** The stored events that can become something for a webhook. */
const lookedAt: readonly StoredEventName[] = ['image-changed', 'review-changed', 'credits-changed']
/** Events of one webhook that are looked at in one transaction. */
const atOnce = 200

type StoredEvent = typeof events.$inferSelect

/** Something that happened, before it is known which webhooks want it. `source` names it for good. */
type Happened = { readonly event: WebhookEvent; readonly source: string; readonly data: object }

/**
 * A card whose last image has just ended: completed where at least one image is there. One whose provider fell silent is waited for, up
 * to a day.
 */
async function endedCard(tx: Transaction, { data }: StoredEvent): Promise<Happened[]> {
  const cardId = String(data.generationId)
  if (data.status === undefined) return []
  const [card] = await tx.select().from(generations).where(eq(generations.id, cardId))
  const images = await tx
    .select({ id: generatedImages.id, status: generatedImages.status, attempt: generatedImages.attempt })
    .from(generatedImages)
    .where(eq(generatedImages.generationId, cardId))
    .orderBy(generatedImages.orderNum)
  if (!card || !images.every(({ status }) => hasEnded(status))) return []
  const isCompleted = images.some(({ status }) => status === 'completed')
  const isCancelled = images.every(({ status }) => status === 'cancelled')
  if (isCancelled) return []
  // Each of the images reports its end, and so does each further try of one.
  const tries = images.reduce((sum, { attempt }) => sum + attempt, 0)
  return [
    {
      event: isCompleted ? 'generation.completed' : 'generation.failed',
      source: `card ${cardId} ${tries}`,
      data: {
        generationId: cardId,
        projectId: card.projectId,
        parentGenerationId: card.parentGenerationId,
        images: images.map(({ id, status }) => ({ id, status })),
      },
    },
  ]
}

/**
 * The comment that an event is about: none where a comment was resolved or deleted, or a like was given. An event and its comment
 * are written in one transaction, and `now()`, the default of both columns, is the time at which that began. A comment that another
 * transaction wrote in the same millisecond is found as well; it has the same `source` at its own event.
 */
async function newComments(tx: Transaction, { projectId, createdAt }: StoredEvent): Promise<Happened[]> {
  if (projectId === null) return []
  const rows = await tx
    .select({ comment: shareComments, generationId: generatedImages.generationId })
    .from(shareComments)
    .innerJoin(generatedImages, eq(generatedImages.id, shareComments.imageId))
    .where(and(eq(shareComments.projectId, projectId), eq(shareComments.createdAt, createdAt)))
  return rows.map(({ comment: { id, imageId, text }, generationId }) => ({
    event: 'comment.created',
    source: sourceOfComment(id),
    data: { commentId: id, projectId, generationId, imageId, text },
  }))
}

/** The decisions of reviewers that an event is about, found as comments are. A withdrawal has none. */
async function newDecisions(tx: Transaction, { projectId, createdAt }: StoredEvent): Promise<Happened[]> {
  if (projectId === null) return []
  const ofProof = and(eq(roundProofs.roundId, roundLog.roundId), eq(roundProofs.number, roundLog.proof))
  const rows = await tx
    .select({ entry: roundLog, round: reviewRounds, imageId: roundProofs.imageId })
    .from(roundLog)
    .innerJoin(reviewRounds, eq(reviewRounds.id, roundLog.roundId))
    .innerJoin(roundProofs, ofProof)
    .where(and(eq(roundLog.projectId, projectId), eq(roundLog.createdAt, createdAt), ne(roundLog.kind, 'withdrawn')))
  return rows.map(({ entry: { id, kind, proof, author, words, sha256, setSha256 }, round, imageId }) => ({
    event: kind === 'approve' ? 'proof.approved' : 'proof.changes_asked',
    source: `decision ${id}`,
    data: {
      ...{ projectId, shareId: round.shareId, roundId: round.id, round: round.number },
      ...{ proof, imageId, sha256, setSha256, author, words },
    },
  }))
}

/** The rounds that were closed in the transaction of an event. */
async function closedRounds(tx: Transaction, { projectId, createdAt }: StoredEvent): Promise<Happened[]> {
  if (projectId === null) return []
  const rows = await tx
    .select()
    .from(reviewRounds)
    .where(and(eq(reviewRounds.projectId, projectId), eq(reviewRounds.closedAt, createdAt)))
  return rows.map(({ id, shareId, number, setSha256 }) => ({
    event: 'round.closed',
    source: `round ${id} closed`,
    data: { projectId, shareId, roundId: id, round: number, setSha256 },
  }))
}

/** Credits that are low: once a day. */
function lowBalance({ data, createdAt }: StoredEvent): Happened[] {
  const { available, held } = data
  if (typeof available !== 'number' || available >= lowCredits) return []
  const day = createdAt.toISOString().slice(0, 10)
  return [{ event: 'credits.low', source: `credits ${day}`, data: { available, held } }]
}

async function happenedIn(tx: Transaction, event: StoredEvent): Promise<Happened[]> {
  switch (event.name) {
    case 'image-changed':
      return endedCard(tx, event)
    case 'review-changed':
      return [...(await newComments(tx, event)), ...(await newDecisions(tx, event)), ...(await closedRounds(tx, event))]
    default:
      return lowBalance(event)
  }
}

/** Writes the deliveries for what happened since a webhook was looked at last. @returns Whether there may be more. */
async function collectFor(db: SystemDatabase, id: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Skipped where another process is at it.
    const [webhook] = await tx.select().from(webhooks).where(eq(webhooks.id, id)).for('update', { skipLocked: true })
    if (!webhook || webhook.state === 'off') return false
    const { userId, projectId, seenSeq } = webhook
    const isNew = and(eq(events.userId, userId), gt(events.seq, seenSeq))
    const found = await tx.select().from(events).where(isNew).orderBy(asc(events.seq)).limit(atOnce)
    const last = found.at(-1)
    if (!last) return false
    for (const event of found) {
      if (!lookedAt.includes(event.name)) continue
      if (projectId !== null && event.projectId !== null && event.projectId !== projectId) continue
      const wanted = (await happenedIn(tx, event)).filter((each) => webhook.events.includes(each.event))
      if (wanted.length === 0) continue
      await tx
        .insert(webhookDeliveries)
        .values(
          wanted.map(({ event: type, source, data }) => ({
            id: randomUUID(),
            userId,
            webhookId: id,
            event: type,
            source,
            body: JSON.stringify({ type, timestamp: event.createdAt.toISOString(), data }),
          })),
        )
        .onConflictDoNothing()
    }
    await tx.update(webhooks).set({ seenSeq: last.seq }).where(eq(webhooks.id, id))
    return found.length === atOnce
  })
}

/** Writes the deliveries of every webhook whose user has new events. One whose events cannot be read delays no other. */
export async function collectDeliveries(db: SystemDatabase, { items, signal }: Round): Promise<void> {
  const { rows } = await query<{ id: string }>(
    db,
    { id: 'string' },
    sql`select id from webhooks where state = 'on' and exists (
      select from events where events.user_id = webhooks.user_id and events.seq > webhooks.seen_seq)`,
  )
  for (const { id } of rows) {
    await items.attempt(`events of webhook ${id}`, async () => {
      while (!signal.aborted && (await collectFor(db, id)));
    })
  }
}

/** Deliveries that have ended are kept for so long, in days. */
const keptDays = 30

export const sweepDeliveries = sweepOf({
  table: webhookDeliveries,
  where: sql`state <> 'waiting' and created_at < now() - ${`${keptDays} days`}::interval`,
})
