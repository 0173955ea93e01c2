import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { findImage } from '#server/cards/find-image.ts'
import { query } from '#server/db/sql/query.ts'
import type { BackgroundTask } from '../../background/runner.ts'
import type { Databases, UserDatabase } from '../../db/database.ts'
import type { Refusal } from '../../db/refusal.ts'
import { descriptionRequests, imageDescriptions } from '../../db/schema/words.ts'
import { uuidArray } from '../../db/sql/expressions.ts'
import { appendEvents } from '../../events/append-events.ts'
import { lockCardOf, storeDescription } from '../../features/descriptions/image-descriptions.ts'
import type { PictureCaller } from '../agent-pictures.ts'
import { tokensUsed } from '../assistant/model-settings.ts'
import type { WordDeps } from './ask-for-words.ts'
import { describeImage } from './describe-image.ts'
import { callsAtOnce } from './language-calls.ts'

/** Images that one process has described at a time, and those among them by users' own models and of one user. */
const atOnce = { all: 4, byOwnModels: 2, ofUser: 2 } as const
const lookEveryMs = 1_000
/** Tries of an image whose model does not answer, and the pause before the next one, in seconds. */
const maxTries = 3
const pauseSeconds = 20
/** The pauses until a call of the same user may have ended, and until tokens of the day may be free again. */
const roomPauseSeconds = 2
const tokensPauseSeconds = 600
/** Tries whose process was lost or failed: a picture that kills its process is not described for ever. */
const maxClaims = 6
const noAnswer = 'Something went wrong on our side. Ask again in a moment.'

export type DescribingDeps = Omit<WordDeps & PictureCaller['deps'], 'db'> & { readonly databases: Databases }

type RequestRow = typeof descriptionRequests.$inferSelect
type Claimed = RequestRow & { readonly claimId: string }
type Due = { readonly imageId: string; readonly userId: string; readonly isOwn: boolean }

/** The same request under the same claim: what the user ended, and requested again, has another one. */
const isOurs = ({ imageId, claimId }: Claimed) =>
  and(
    eq(descriptionRequests.imageId, imageId),
    eq(descriptionRequests.claimId, claimId),
    eq(descriptionRequests.state, 'waiting'),
  )

const inSeconds = (seconds: number) => sql`now() + ${`${seconds} seconds`}::interval`

type Turns = {
  readonly underWay: readonly Due[]
  readonly setAside: readonly string[]
  /** Users of whom an image was begun, the last one last. */
  readonly begun: readonly string[]
}

/**
 * The next image, by turns between users: of those with none under way, that of the user whose last one was begun the longest ago. A slow
 * model of a user's own holds no place of the others.
 */
async function nextDue(
  { databases: { system } }: DescribingDeps,
  { underWay, setAside, begun }: Turns,
): Promise<Due | null> {
  const counts = [...Map.groupBy(underWay, ({ userId }) => userId)].map(([userId, { length }]) => ({ userId, length }))
  const full = counts.filter(({ length }) => length >= atOnce.ofUser).map(({ userId }) => userId)
  const isOwnFull = underWay.filter(({ isOwn }) => isOwn).length >= atOnce.byOwnModels
  const { rows } = await query<Due>(
    system,
    { imageId: 'string', userId: 'string', isOwn: 'boolean' },
    // Reads one entry of the index for each user, however many images wait.
    sql`with recursive waiting (user_id) as (
        (select user_id from description_requests where state = 'waiting' order by user_id limit 1)
        union all
        select (select r.user_id from description_requests r where r.state = 'waiting' and r.user_id > waiting.user_id
          order by r.user_id limit 1)
        from waiting where waiting.user_id is not null)
      select due.image_id as "imageId", waiting.user_id as "userId", own.is_own as "isOwn" from waiting
      cross join lateral (select r.image_id, r.run_at from description_requests r
        where r.user_id = waiting.user_id and r.state = 'waiting' and r.run_at <= now()
          and r.image_id <> all(${uuidArray([...underWay.map(({ imageId }) => imageId), ...setAside])})
        order by r.run_at limit 1) due
      cross join lateral (select exists (select from language_models m where m.user_id = waiting.user_id) as is_own) own
      where waiting.user_id <> all(${uuidArray(full)}) and not (${isOwnFull}::boolean and own.is_own)
        and (select count(*) from language_calls c where c.user_id = waiting.user_id and c.lease_until > now())
          < ${callsAtOnce.inBackground}
      order by waiting.user_id = any(${uuidArray(counts.map(({ userId }) => userId))}),
        array_position(${uuidArray(begun)}, waiting.user_id) nulls first, due.run_at
      limit 1`,
  )
  return rows[0] ?? null
}

/** Claims an image for this process, unless another one has begun with it. */
async function claim({ databases, callLeaseSeconds }: DescribingDeps, imageId: string): Promise<Claimed | null> {
  const claimId = randomUUID()
  const [row] = await databases.system
    .update(descriptionRequests)
    .set({ claimId, tries: sql`${descriptionRequests.tries} + 1`, runAt: inSeconds(callLeaseSeconds) })
    .where(
      and(
        eq(descriptionRequests.imageId, imageId),
        eq(descriptionRequests.state, 'waiting'),
        sql`${descriptionRequests.runAt} <= now()`,
      ),
    )
    .returning()
  return row ? { ...row, claimId } : null
}

/** Writes why an image has no description, for its user, and reports it. */
const noteFailure = (db: UserDatabase, row: Claimed, message: string) =>
  db.transaction(async (tx) => {
    const { userId, imageId } = row
    const noted = await tx.update(descriptionRequests).set({ state: 'failed', message }).where(isOurs(row))
    const found = noted.rowCount ? await findImage(tx, userId, imageId) : null
    if (found) await appendEvents(tx, userId, [{ name: 'descriptions-changed', projectId: found.projectId, imageId }])
  })

/**
 * Lets an image wait that may not be described yet; the try does not count. Where the tokens of the day are used, all images of its user
 * wait: they would meet the same refusal.
 */
const waitForRoom = (db: UserDatabase, row: Claimed, message: string | undefined) =>
  db.transaction(async (tx) => {
    const { userId, tries } = row
    await tx
      .update(descriptionRequests)
      .set({ tries: tries - 1, runAt: inSeconds(roomPauseSeconds) })
      .where(isOurs(row))
    if (message === tokensUsed)
      await tx
        .update(descriptionRequests)
        .set({ runAt: sql`greatest(${descriptionRequests.runAt}, ${inSeconds(tokensPauseSeconds)})` })
        .where(and(eq(descriptionRequests.userId, userId), eq(descriptionRequests.state, 'waiting')))
  })

async function noteRefusal(db: UserDatabase, row: Claimed, { code, message }: Refusal): Promise<void> {
  // Its card lies in the trash.
  if (code === 'not-found') await db.delete(descriptionRequests).where(isOurs(row))
  else if (code === 'rate-limited') await waitForRoom(db, row, message)
  else if (code === 'unavailable' && row.tries < maxTries) {
    const runAt = inSeconds(pauseSeconds * row.tries)
    await db.update(descriptionRequests).set({ runAt }).where(isOurs(row))
  } else await noteFailure(db, row, message ?? noAnswer)
}

/** Describes an image that this process has claimed. */
async function describeClaimed(deps: DescribingDeps, row: Claimed, stopping: AbortSignal): Promise<void> {
  const { userId, tokenId, imageId, language } = row
  const { databases, callLeaseSeconds, ...others } = deps
  const db = databases.forUser(userId)
  if (row.tries > maxClaims) return noteFailure(db, row, noAnswer)
  const [written] = await db.select().from(imageDescriptions).where(eq(imageDescriptions.imageId, imageId))
  if (written && written.languageModel === null) {
    // The user has described it meanwhile.
    await db.delete(descriptionRequests).where(isOurs(row))
    return
  }
  const lost = new AbortController()
  const heartbeat = setInterval(
    () =>
      void db
        .update(descriptionRequests)
        .set({ runAt: inSeconds(callLeaseSeconds) })
        .where(isOurs(row))
        .then(
          ({ rowCount }) => rowCount || lost.abort(),
          () => undefined,
        ),
    (callLeaseSeconds * 1_000) / 3,
  )
  const signal = AbortSignal.any([stopping, lost.signal])
  try {
    const described = await describeImage(
      { ...others, callLeaseSeconds, db },
      { userId, tokenId, signal, idempotency: null },
      {
        imageId,
        language,
        maxPrice: row.price,
        maxAtOnce: callsAtOnce.inBackground,
        async store(tx, { answer: text, languageModel }) {
          // The card before the request, as where a card is removed with its images.
          if (!(await lockCardOf(tx, { userId, imageId }))) return false
          const { rowCount } = await tx.delete(descriptionRequests).where(isOurs(row))
          if (!rowCount) return false
          const stored = await storeDescription(tx, { userId, imageId, by: 'model' }, { text, language, languageModel })
          return stored.ok && stored.value !== null
        },
      },
    )
    if (!described.ok) await noteRefusal(db, row, described.error)
  } catch (error) {
    if (lost.signal.aborted) return
    // The next process, or the next start, begins with it at once.
    if (stopping.aborted) await db.update(descriptionRequests).set({ runAt: sql`now()` }).where(isOurs(row))
    throw error
  } finally {
    clearInterval(heartbeat)
  }
}

/** Describes the images that wait, each held and paid on its own. What a killed process had begun is begun again when its lease is over. */
export const descriptionTask = (deps: DescribingDeps): BackgroundTask => ({
  name: 'descriptions',
  everyMs: lookEveryMs,
  async run({ items, signal }) {
    const underWay = new Map<Due, Promise<unknown>>()
    const begun = new Set<string>()
    do {
      while (!signal.aborted && underWay.size < atOnce.all) {
        const due = await nextDue(deps, {
          underWay: [...underWay.keys()],
          setAside: items.setAside(),
          begun: [...begun],
        })
        if (!due) break
        begun.delete(due.userId)
        begun.add(due.userId)
        const done = items
          .attempt(due.imageId, async () => {
            const row = await claim(deps, due.imageId)
            if (row) await describeClaimed(deps, row, signal)
          })
          .finally(() => underWay.delete(due))
        underWay.set(due, done)
      }
      if (underWay.size > 0) await Promise.race([...underWay.values(), wait(lookEveryMs, null, { ref: false })])
    } while (underWay.size > 0)
  },
})
