import { sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import type { Refusal } from '#server/db/refusal.ts'
import { query } from '#server/db/sql/query.ts'
import type { Transaction } from '../../db/database.ts'

/** The limits of one user. */
export type PersonLimits = {
  /** Images in the queue. */
  readonly queued: number
  readonly projects: number
  /** Cards of one project, including its trash. */
  readonly cards: number
}

/** Counts no further than the limit, so that the query costs the same for any number of rows. */
async function isFull(tx: Transaction, rows: ReturnType<typeof sql>, most: number): Promise<boolean> {
  const found = await query<{ full: boolean }>(
    tx,
    { full: 'boolean' },
    sql`select count(*) >= ${most} as full from (${rows} limit ${most}) counted`,
  )
  return found.rows[0]?.full === true
}

/** Why no more images of this user can be queued; null where they can. @param more How many there would be. */
export async function queueRefusal(
  tx: Transaction,
  { userId, most, more }: { readonly userId: UserId; readonly most: number; readonly more: number },
): Promise<Refusal | null> {
  const waiting = sql`select 1 from jobs where user_id = ${userId} and state = 'queued'`
  if (more <= most && !(await isFull(tx, waiting, most - more + 1))) return null
  const message = `${most} of your images are waiting already. Try again when some of them are there.`
  return { code: 'rate-limited', message }
}

/** The part of a user's queue that one API token may fill, so that its person still finds room. */
const tokenPart = 1 / 2

/** Why no more images can be queued on the request of a token; null where they can, and for a person. */
export async function tokenQueueRefusal(
  tx: Transaction,
  { tokenId, most, more }: { readonly tokenId: string | null; readonly most: number; readonly more: number },
): Promise<Refusal | null> {
  if (tokenId === null) return null
  const part = Math.max(1, Math.floor(most * tokenPart))
  const waiting = sql`select 1 from generations join jobs on jobs.generation_id = generations.id
    where generations.made_by = ${tokenId} and jobs.state = 'queued'`
  if (more <= part && !(await isFull(tx, waiting, part - more + 1))) return null
  const message = `${part} images of this token are waiting already. Try again when some of them are there.`
  return { code: 'rate-limited', message }
}

/** Why this user can't have another project; null where they can. */
export async function projectRefusal(tx: Transaction, userId: UserId, most: number): Promise<Refusal | null> {
  if (!(await isFull(tx, sql`select 1 from projects where user_id = ${userId}`, most))) return null
  return { code: 'too-large', message: `You have ${most} projects, which is the most there can be. Delete some first.` }
}

/** Why this project can't have so many more cards; null where it can. */
export async function cardRefusal(
  tx: Transaction,
  projectId: string,
  { most, more }: { readonly most: number; readonly more: number },
): Promise<Refusal | null> {
  const cards = sql`select 1 from generations where project_id = ${projectId}`
  if (more <= most && !(await isFull(tx, cards, most - more + 1))) return null
  return {
    code: 'too-large',
    message: `This project has ${most} cards, which is the most there can be. Go on in another one.`,
  }
}
