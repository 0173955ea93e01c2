import { eq } from 'drizzle-orm'
import type { CreatedTokenShape } from '#contract/programs/api-token.ts'
import type { ChangePurseBody, CreatePurseBody, PurseShape } from '#contract/programs/purse.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import { type AsyncResult, refusableTransaction } from '#server/db/refusal.ts'
import type { Querier, Transaction, UserDatabase } from '../../db/database.ts'
import { purses } from '../../db/schema/purses.ts'
import { appendEvents } from '../../events/append-events.ts'
import { createTokenIn } from '../api-tokens/api-tokens.ts'
import { changeBoard } from '../boards/change-board.ts'
import { createOnce, type IdempotentRequest, refuseSecretAgain } from '../idempotency.ts'
import { lockOpenProject } from '../projects/lock-project.ts'
import { isOpenProject } from '../projects/project-rows.ts'
import { findPurse, pursesChanged, readPurses } from './purse-rows.ts'
import { endTokensOf, pursesRefusal } from './save-rings.ts'

type OwnPurse = { readonly userId: UserId; readonly purseId: string }

/** The purses of a project of the user's, oldest first. */
export async function listPurses(
  db: Querier,
  { userId, projectId }: { readonly userId: UserId; readonly projectId: string },
): AsyncResult<{ items: PurseShape[]; nextCursor: null }> {
  if (!(await isOpenProject(db, userId, projectId))) return failure({ code: 'not-found' })
  return success({ items: await readPurses(db, projectId), nextCursor: null })
}

const found = async (tx: Transaction, { userId, purseId }: OwnPurse): AsyncResult<PurseShape> => {
  const purse = await findPurse(tx, userId, purseId)
  return purse ? success(purse) : failure({ code: 'not-found' })
}

/** Puts credits into an area of a canvas. They are an upper bound: none are taken from the account until they are spent. */
export function createPurse(
  { db, newId }: { readonly db: UserDatabase; newId(): string },
  {
    userId,
    body: { id: projectId, purseId, ...fields },
    idempotency,
  }: { readonly userId: UserId; readonly body: CreatePurseBody; readonly idempotency: IdempotentRequest | null },
): AsyncResult<PurseShape> {
  const id = purseId ?? newId()
  return refusableTransaction<PurseShape>(db, (tx) =>
    createOnce(
      tx,
      { userId, idempotency, id },
      {
        create: () => insertPurse(tx, { userId, id, projectId, fields }),
        repeat: (earlierId) => found(tx, { userId, purseId: earlierId }),
      },
    ),
  )
}

type NewPurse = {
  readonly userId: UserId
  readonly id: string
  readonly projectId: string
  readonly fields: Omit<CreatePurseBody, 'id' | 'purseId'>
}

async function insertPurse(tx: Transaction, { userId, id, projectId, fields }: NewPurse): AsyncResult<PurseShape> {
  if (!(await lockOpenProject(tx, userId, projectId))) return failure({ code: 'not-found' })
  const full = await pursesRefusal(tx, projectId, 1)
  if (full) return failure(full)
  await tx.insert(purses).values({ id, userId, projectId, ...fields })
  await appendEvents(tx, userId, await pursesChanged(tx, [id]))
  return found(tx, { userId, purseId: id })
}

/** Finds a purse of the user, and locks its project: its area and its cards stay as they are until the transaction ends. */
async function lockPurse(tx: Transaction, own: OwnPurse): Promise<PurseShape | null> {
  const purse = await findPurse(tx, own.userId, own.purseId)
  if (!purse || !(await lockOpenProject(tx, own.userId, purse.projectId))) return null
  return findPurse(tx, own.userId, own.purseId)
}

/** Raises, moves, renames, pauses, opens or ends a purse; also to less than it has spent: then it can spend nothing more. */
export function changePurse(
  db: UserDatabase,
  {
    userId,
    body: { id: purseId, name, area, most, state },
  }: { readonly userId: UserId; readonly body: ChangePurseBody },
): AsyncResult<PurseShape> {
  return refusableTransaction<PurseShape>(db, async (tx) => {
    const purse = await lockPurse(tx, { userId, purseId })
    if (!purse) return failure({ code: 'not-found' })
    if (purse.state === 'ended' && (state ?? 'ended') !== 'ended')
      return failure({ code: 'conflict', message: 'This purse has ended. Make another one.' })
    const set = {
      ...(name !== undefined && { name }),
      ...area,
      ...(most !== undefined && { most, missing: null }),
      ...(state !== undefined && { pausedAt: state === 'paused' ? new Date() : null }),
      ...(state === 'ended' && purse.state !== 'ended' && { endedAt: new Date(), missing: null }),
    }
    if (Object.keys(set).length > 0) await tx.update(purses).set(set).where(eq(purses.id, purseId))
    if (state === 'ended') await endTokensOf(tx, [purseId])
    await appendEvents(tx, userId, await pursesChanged(tx, [purseId]))
    return found(tx, { userId, purseId })
  })
}

/** Removes a purse, and ends its token. Its cards stay, and what they have cost; a change of the board can restore it. */
export function removePurse(db: UserDatabase, own: OwnPurse): AsyncResult<{ deleted: number; ids: string[] }> {
  return refusableTransaction<{ deleted: number; ids: string[] }>(db, async (tx) => {
    const purse = await lockPurse(tx, own)
    if (!purse) return failure({ code: 'not-found' })
    const changes = [{ kind: 'remove-purse', purseId: purse.id }] as const
    await changeBoard(tx, { userId: own.userId, projectId: purse.projectId, changes })
    return success({ deleted: 1, ids: [purse.id] })
  })
}

/** The rights of a program in a purse: it sees, makes and arranges; it never shares, and never sends. */
const purseScopes = ['read', 'edit', 'generate'] as const

/** Creates the token of a purse, and ends an earlier one. Its secret is in this result alone. */
export function makePurseToken(
  { db, newId }: { readonly db: UserDatabase; newId(): string },
  { idempotency, ...wanted }: OwnPurse & { readonly name: string; readonly idempotency: IdempotentRequest | null },
): AsyncResult<CreatedTokenShape> {
  const id = newId()
  return refusableTransaction<CreatedTokenShape>(db, (tx) =>
    createOnce(
      tx,
      { userId: wanted.userId, idempotency, id },
      {
        create: () => replaceToken(tx, { ...wanted, id }),
        repeat: refuseSecretAgain,
      },
    ),
  )
}

async function replaceToken(
  tx: Transaction,
  { userId, purseId, name, id }: OwnPurse & { readonly name: string; readonly id: string },
): AsyncResult<CreatedTokenShape> {
  const purse = await lockPurse(tx, { userId, purseId })
  if (!purse) return failure({ code: 'not-found' })
  if (purse.state === 'ended') return failure({ code: 'conflict', message: 'This purse has ended. Make another one.' })
  await endTokensOf(tx, [purseId])
  const body = { name, scopes: [...purseScopes], projectId: purse.projectId, budget: null, expiresAt: null }
  const made = await createTokenIn(tx, { id, userId, body, nowMs: Date.now(), purseId })
  if (made.ok) await appendEvents(tx, userId, await pursesChanged(tx, [purseId]))
  return made
}
