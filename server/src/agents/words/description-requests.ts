import { and, count, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { DescribeImagesBody, DescribeImagesReply, WaitingDescriptionsShape } from '#contract/cards/description.ts'
import { describeImagesReply } from '#contract/cards/description.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { formatPrice } from '#domain/format.ts'
import { failure, success } from '#domain/result.ts'
import { type AsyncResult, refusableTransaction } from '#server/db/refusal.ts'
import type { Querier, Transaction, UserDatabase } from '../../db/database.ts'
import { sweepOf } from '../../db/remove-rows.ts'
import { generatedImages, generations } from '../../db/schema/generations.ts'
import { descriptionRequests, imageDescriptions } from '../../db/schema/words.ts'
import { keepAccount } from '../../features/account/lock-account.ts'
import { claimFunds } from '../../features/credits/reserve-funds.ts'
import { createOnce, findEarlier, type IdempotentRequest, keepDetail } from '../../features/idempotency.ts'
import { openModelOf } from '../assistant/model-settings.ts'
import { noLanguageModel, type OfferDeps, priceOfCall } from './language-offer.ts'

/** Images of one user that may wait. */
const maxWaiting = 500
/** Retention of listed failures, in days. */
const failureDays = 7
const maxListed = 200

type RequestDeps = OfferDeps & { newId(): string }
type DescribeImages = {
  readonly userId: UserId
  /** The API token that asks; null: the user. */
  readonly tokenId: string | null
  readonly body: DescribeImagesBody
  readonly idempotency: IdempotentRequest | null
}
type Refused = DescribeImagesReply['refused']

/** Images that can be described, and a sentence for each of the others. */
async function sortImages(
  tx: Transaction,
  userId: UserId,
  imageIds: readonly string[],
): Promise<{ readonly accepted: readonly string[]; readonly refused: Refused }> {
  const rows = await tx
    .select({
      id: generatedImages.id,
      status: generatedImages.status,
      isOwn: sql<boolean>`${imageDescriptions.imageId} is not null and ${imageDescriptions.languageModel} is null`,
    })
    .from(generatedImages)
    .innerJoin(generations, eq(generations.id, generatedImages.generationId))
    .leftJoin(imageDescriptions, eq(imageDescriptions.imageId, generatedImages.id))
    .where(
      and(
        inArray(generatedImages.id, [...imageIds]),
        eq(generatedImages.userId, userId),
        isNull(generations.deletedAt),
      ),
    )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const reasonOf = (id: string): string | null => {
    const image = byId.get(id)
    if (!image) return 'There is no such image.'
    if (image.status !== 'completed') return 'This image is not there.'
    return image.isOwn ? 'You have described this image yourself.' : null
  }
  const refused = imageIds.flatMap((imageId) => {
    const message = reasonOf(imageId)
    return message === null ? [] : [{ imageId, message }]
  })
  const isRefused = new Set(refused.map(({ imageId }) => imageId))
  return { accepted: imageIds.filter((id) => !isRefused.has(id)), refused }
}

/** Stores the images that wait, after the price of all of them was checked. Each is held when it is described. */
async function insertRequests(
  tx: Transaction,
  deps: RequestDeps,
  { userId, tokenId, body, idempotency }: DescribeImages,
): AsyncResult<DescribeImagesReply> {
  const open = await openModelOf({ ...deps.assistantModels, db: tx }, userId)
  if (!open.ok) return failure({ ...noLanguageModel })
  const { accepted, refused } = await sortImages(tx, userId, [...new Set(body.imageIds)])
  const each = priceOfCall(deps, open.value)
  const price = each * accepted.length
  if (price > body.price) {
    const message = `This costs ${formatPrice(price)} credits now, not ${formatPrice(body.price)}. Look at it again.`
    return failure({ code: 'conflict', message })
  }
  const row = { userId, tokenId, language: body.language, price: each }
  const state = 'waiting' as const
  const again = { ...row, state, message: null, tries: 0, claimId: null, runAt: new Date(), createdAt: new Date() }
  if (accepted.length > 0)
    await tx
      .insert(descriptionRequests)
      .values(accepted.map((imageId) => ({ imageId, ...row })))
      // One that waits already stays as it is.
      .onConflictDoUpdate({
        target: descriptionRequests.imageId,
        set: again,
        setWhere: eq(descriptionRequests.state, 'failed'),
      })
  if ((await tx.$count(descriptionRequests, isWaiting(userId))) > maxWaiting)
    return failure({ code: 'rate-limited', message: `At most ${maxWaiting} images may wait for a description.` })
  const reply = { accepted: accepted.length, refused }
  await keepDetail(tx, userId, { request: idempotency, detail: reply })
  const funds = await claimFunds(tx, deps.money, { userId, tokenId, purseId: null, shares: accepted.map(() => each) })
  return funds.ok ? success(reply) : funds
}

/** Has images described in the background. A repeated request with its key is given the first reply. */
export const requestDescriptions = (deps: RequestDeps, asked: DescribeImages): AsyncResult<DescribeImagesReply> =>
  refusableTransaction<DescribeImagesReply>(deps.db, async (tx) => {
    const { userId, idempotency } = asked
    const deleted = await keepAccount(tx, userId)
    if (deleted) return failure(deleted)
    return createOnce<DescribeImagesReply>(
      tx,
      { userId, idempotency, id: deps.newId() },
      {
        create: () => insertRequests(tx, deps, asked),
        async repeat() {
          const first = await findEarlier(tx, userId, idempotency)
          return first.ok ? success(describeImagesReply.parse(first.value?.detail)) : first
        },
      },
    )
  })

const isWaiting = (userId: UserId) =>
  and(eq(descriptionRequests.userId, userId), eq(descriptionRequests.state, 'waiting'))

/** The requests of a user, of the projects that the caller sees. */
const seenBy = (db: Querier, userId: UserId, state: 'waiting' | 'failed') =>
  db
    .select({ imageId: descriptionRequests.imageId })
    .from(descriptionRequests)
    .innerJoin(generatedImages, eq(generatedImages.id, descriptionRequests.imageId))
    .innerJoin(generations, eq(generations.id, generatedImages.generationId))
    .where(and(eq(descriptionRequests.userId, userId), eq(descriptionRequests.state, state)))

/** Reads how many images wait for their description, and why others have none. */
export async function readWaiting(db: UserDatabase, userId: UserId): Promise<WaitingDescriptionsShape> {
  const waiting = seenBy(db, userId, 'waiting').as('waiting')
  const [counted] = await db.select({ waiting: count() }).from(waiting)
  const failed = await db
    .select({ imageId: descriptionRequests.imageId, message: descriptionRequests.message })
    .from(descriptionRequests)
    .where(inArray(descriptionRequests.imageId, seenBy(db, userId, 'failed')))
    .orderBy(desc(descriptionRequests.createdAt), descriptionRequests.imageId)
    .limit(maxListed)
  return {
    waiting: counted?.waiting ?? 0,
    failed: failed.map(({ imageId, message }) => ({ imageId, message: message ?? '' })),
  }
}

/** Ends what waits, also what is being described: its answer is dropped and not paid. Failures are no longer listed. */
export async function endWaiting(db: UserDatabase, userId: UserId): Promise<{ ended: number }> {
  const remove = (state: 'waiting' | 'failed') =>
    db.delete(descriptionRequests).where(inArray(descriptionRequests.imageId, seenBy(db, userId, state)))
  const { rowCount } = await remove('waiting')
  await remove('failed')
  return { ended: rowCount ?? 0 }
}

export const sweepDescriptionFailures = sweepOf({
  table: descriptionRequests,
  where: and(
    eq(descriptionRequests.state, 'failed'),
    lt(descriptionRequests.createdAt, sql`now() - ${`${failureDays} days`}::interval`),
  ),
})
