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
import type { WordDeps } from './ask-for-words.ts'
import { describeImage } from './describe-image.ts'

/** Images that one process has described at a time, and those of one user among them. */
const atOnce = 4
const ofUserAtOnce = 2
const lookEveryMs = 1_000
/** Tries of an image whose model does not answer, and the pause before the next one, in seconds. */
const maxTries = 3
const pauseSeconds = 20
/** Tries whose process was lost or failed: a picture that kills its process is not described for ever. */
const maxClaims = 6
const noAnswer = 'Something went wrong on our side. Ask again in a moment.'

export type DescribingDeps = Omit<WordDeps & PictureCaller['deps'], 'db'> & { readonly databases: Databases }

type RequestRow = typeof descriptionRequests.$inferSelect
type Due = { readonly imageId: string; readonly userId: string }

const isOurs = ({ imageId, tries }: Pick<RequestRow, 'imageId' | 'tries'>) =>
  and(
    eq(descriptionRequests.imageId, imageId),
    eq(descriptionRequests.tries, tries),
    eq(descriptionRequests.state, 'waiting'),
  )

const inSeconds = (seconds: number) => sql`now() + ${`${seconds} seconds`}::interval`

/** The image that is due for the longest, of a user with fewer than `ofUserAtOnce` under way. */
async function nextDue(
  { databases: { system } }: DescribingDeps,
  { underWay, setAside }: { readonly underWay: readonly Due[]; readonly setAside: readonly string[] },
): Promise<Due | null> {
  const full = [...Map.groupBy(underWay, ({ userId }) => userId)].filter(([, list]) => list.length >= ofUserAtOnce)
  const { rows } = await query<Due>(
    system,
    { imageId: 'string', userId: 'string' },
    sql`select image_id as "imageId", user_id as "userId" from description_requests
      where state = 'waiting' and run_at <= now() and user_id <> all(${uuidArray(full.map(([userId]) => userId))})
        and image_id <> all(${uuidArray([...underWay.map(({ imageId }) => imageId), ...setAside])})
      order by run_at limit 1`,
  )
  return rows[0] ?? null
}

/** Claims an image for this process, unless another one has begun with it. */
async function claim({ databases, callLeaseSeconds }: DescribingDeps, imageId: string): Promise<RequestRow | null> {
  const [row] = await databases.system
    .update(descriptionRequests)
    .set({ tries: sql`${descriptionRequests.tries} + 1`, runAt: inSeconds(callLeaseSeconds) })
    .where(
      and(
        eq(descriptionRequests.imageId, imageId),
        eq(descriptionRequests.state, 'waiting'),
        sql`${descriptionRequests.runAt} <= now()`,
      ),
    )
    .returning()
  return row ?? null
}

/** Writes why an image has no description, for its user, and reports it. */
const noteFailure = (db: UserDatabase, row: RequestRow, message: string) =>
  db.transaction(async (tx) => {
    const { userId, imageId } = row
    const noted = await tx.update(descriptionRequests).set({ state: 'failed', message }).where(isOurs(row))
    const found = noted.rowCount ? await findImage(tx, userId, imageId) : null
    if (found) await appendEvents(tx, userId, [{ name: 'descriptions-changed', projectId: found.projectId, imageId }])
  })

async function noteRefusal(db: UserDatabase, row: RequestRow, { code, message }: Refusal): Promise<void> {
  // Its card lies in the trash.
  if (code === 'not-found') await db.delete(descriptionRequests).where(isOurs(row))
  else if (code === 'unavailable' && row.tries < maxTries) {
    const runAt = inSeconds(pauseSeconds * row.tries)
    await db.update(descriptionRequests).set({ runAt }).where(isOurs(row))
  } else await noteFailure(db, row, message ?? noAnswer)
}

/** Describes an image that this process has claimed. */
async function describeClaimed(deps: DescribingDeps, row: RequestRow, stopping: AbortSignal): Promise<void> {
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
    do {
      while (!signal.aborted && underWay.size < atOnce) {
        const due = await nextDue(deps, { underWay: [...underWay.keys()], setAside: items.setAside() })
        if (!due) break
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
