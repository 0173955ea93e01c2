import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { RoundShape } from '#contract/sharing/round.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import { type FrozenProof, frozenSetText, maxRounds, reminderTime } from '#domain/sharing/round.ts'
import { shareScopeOf } from '#domain/sharing/share-scope.ts'
import { type AsyncResult, refusableTransaction } from '#server/db/refusal.ts'
import { query } from '#server/db/sql/query.ts'
import type { Querier, Transaction, UserDatabase } from '../../db/database.ts'
import { reviewRounds, roundProofs } from '../../db/schema/rounds.ts'
import { uuidArray } from '../../db/sql/expressions.ts'
import { inParallel } from '../../operations/in-parallel.ts'
import type { Storage } from '../../storage/storage.ts'
import { createOnce, type IdempotentRequest } from '../idempotency.ts'
import { noteFeedbackChanged } from '../sharing/feedback-version.ts'
import { findShare } from '../sharing/share-rows.ts'
import { findShownImages, type ShownImage } from '../sharing/shown-image.ts'
import { readRounds } from './round-rows.ts'
import { hashStored } from './stored-hash.ts'

/** Files that are read at a time. */
const readsAtOnce = 4

type StartDeps = { readonly db: UserDatabase; readonly storage: Storage; newId(): string }

type StartInput = {
  readonly userId: UserId
  readonly shareId: string
  /** In the order of their numbers. */
  readonly imageIds: readonly string[]
  /** ISO 8601. */
  readonly until: string | null
  readonly idempotency: IdempotentRequest | null
}

const notFound = failure({ code: 'not-found' as const })

/** The images of a request that the link shows now, in its order; null where one is not among them. */
async function findImages(
  db: Querier,
  { userId, shareId, imageIds }: Pick<StartInput, 'userId' | 'shareId' | 'imageIds'>,
): Promise<{ readonly projectId: string; readonly images: readonly ShownImage[] } | null> {
  const share = await findShare(db, userId, shareId)
  if (!share) return null
  const { projectId } = share
  const wanted = sql`select unnest(${uuidArray(imageIds)})`
  const shown = await findShownImages(db, { id: shareId, userId, projectId, scope: shareScopeOf(share) }, wanted)
  const byId = new Map(shown.map((image) => [image.imageId, image]))
  const images = imageIds.flatMap((id) => byId.get(id) ?? [])
  return images.length === imageIds.length ? { projectId, images } : null
}

/** Reads the files of the images. @returns Null where one is missing. */
async function freeze(storage: Storage, images: readonly ShownImage[]): Promise<readonly FrozenProof[] | null> {
  const hashes = new Map<string, string | null>()
  await inParallel(images, readsAtOnce, async (image) => {
    hashes.set(image.imageId, await hashStored(storage, image))
  })
  const proofs = images.flatMap(({ imageId }, index): FrozenProof[] => {
    const sha256 = hashes.get(imageId)
    return sha256 ? [{ number: index + 1, imageId, sha256 }] : []
  })
  return proofs.length === images.length ? proofs : null
}

/**
 * Starts a round: the images get numbers and the hashes of their stored files, and the set of both is never changed. Images have to be among
 * what the link shows now; as proofs they stay shown where they leave it.
 */
export async function startRound(deps: StartDeps, input: StartInput): AsyncResult<RoundShape> {
  const { userId, shareId, until, idempotency } = input
  const found = await findImages(deps.db, input)
  if (!found) return notFound
  if (until !== null && Date.parse(until) <= Date.now())
    return failure({ code: 'invalid', data: { issues: [{ path: ['until'], message: 'Must be in the future.' }] } })
  if (found.images.some(({ isHidden }) => isHidden))
    return failure({
      code: 'impossible',
      message: 'The safety filter hides one of these images from reviewers. Leave it out, or show it first.',
    })
  const proofs = await freeze(deps.storage, found.images)
  if (!proofs) return failure({ code: 'impossible', message: 'The file of one of these images is missing.' })
  const id = deps.newId()
  const read = async (tx: Transaction, roundId: string): AsyncResult<RoundShape> => {
    const [round] = await readRounds(tx, sql`rounds.id = ${roundId} and rounds.user_id = ${userId}`)
    return round ? success(round) : notFound
  }
  return refusableTransaction<RoundShape>(deps.db, (tx) =>
    createOnce(
      tx,
      { userId, idempotency, id },
      {
        async create() {
          const number = await claimNumber(tx, userId, shareId)
          if (number === null) return notFound
          if (number > maxRounds)
            return failure({ code: 'too-large', message: `This link has ${maxRounds} rounds. Make another link.` })
          const setSha256 = createHash('sha256').update(frozenSetText(proofs)).digest('hex')
          const remindAt = until === null ? null : new Date(reminderTime(Date.parse(until), Date.now()))
          const dates = { until: until === null ? null : new Date(until), remindAt }
          await tx
            .insert(reviewRounds)
            .values({ id, userId, projectId: found.projectId, shareId, number, setSha256, ...dates })
          await tx.insert(roundProofs).values(proofs.map((proof) => ({ userId, roundId: id, ...proof })))
          // Whoever starts a round without having chosen what the link grants wants decisions.
          await tx.execute(sql`update shares set grants = 'approve' where id = ${shareId} and grants is null`)
          const round = await read(tx, id)
          await noteFeedbackChanged(tx, { id: shareId, userId, projectId: found.projectId })
          return round
        },
        repeat: (earlier) => read(tx, earlier),
      },
    ),
  )
}

/** The next number of a link that is open, which is locked: one round is started at a time. Null where it has ended meanwhile. */
async function claimNumber(tx: Transaction, userId: UserId, shareId: string): Promise<number | null> {
  const locked = await tx.execute(sql`select 1 from shares where id = ${shareId} and user_id = ${userId}
    and revoked_at is null and (expires_at is null or expires_at > now()) for no key update`)
  if (locked.rows.length === 0) return null
  const { rows } = await query<{ number: number }>(
    tx,
    { number: 'number' },
    sql`select coalesce(max(number), 0) + 1 as number from review_rounds where share_id = ${shareId}`,
  )
  return rows[0]?.number ?? 1
}
