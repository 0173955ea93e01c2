import { sql } from 'drizzle-orm'
import type { MadeShareShape } from '#contract/sharing/share.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import type { LinkGrant } from '#domain/sharing/link-grant.ts'
import { type ShareExpiry, shareEnd } from '#domain/sharing/share-expiry.ts'
import { type ShareScope, shareScopeFields } from '#domain/sharing/share-scope.ts'
import { type AsyncResult, refusableTransaction } from '#server/db/refusal.ts'
import type { Transaction, UserDatabase } from '../../db/database.ts'
import { shares } from '../../db/schema/shares.ts'
import { createOnce, type IdempotentRequest, refuseSecretAgain } from '../idempotency.ts'
import { lockOpenProject } from '../projects/lock-project.ts'
import { findShare, listShares } from './share-rows.ts'
import { linkHashOf, newToken } from './share-token.ts'

/** The most open links of one project: far more than a person can keep track of. */
const maxShares = 100

/** The page that opens a link: its token stands behind the #, so that it is in no log and no Referer. */
const addressOf = (token: string) => `/shared#${token}`

/** What a link lets its reviewers do, beside what it shows. */
export type LinkOptions = {
  /** Null: not chosen, which is to comment, and to approve once there is a round. */
  readonly grants: LinkGrant | null
  /** The hash of the passphrase; null: none is needed. */
  readonly passphraseHash: string | null
  readonly allowsCopies: boolean
  readonly hasWatermark: boolean
}

/** Options of a link whose owner chose none. */
export const defaultLinkOptions: LinkOptions = {
  grants: null,
  passphraseHash: null,
  allowsCopies: true,
  hasWatermark: false,
}

const isRestricted = ({ grants, passphraseHash, allowsCopies, hasWatermark }: LinkOptions): boolean =>
  grants === 'look' || passphraseHash !== null || !allowsCopies || hasWatermark

type MakeShareInput = {
  readonly userId: UserId
  readonly projectId: string
  readonly scope: ShareScope
  readonly expiry: ShareExpiry
  readonly showsPrompts: boolean
  readonly options: LinkOptions
  readonly idempotency: IdempotentRequest | null
}

/** Creates a review link. Its token is returned once, and only its hash is stored. */
export function makeShare(
  deps: { readonly db: UserDatabase; newId(): string },
  { idempotency, ...input }: MakeShareInput,
): AsyncResult<MadeShareShape> {
  const id = deps.newId()
  return refusableTransaction<MadeShareShape>(deps.db, (tx) =>
    createOnce(
      tx,
      { userId: input.userId, idempotency, id },
      {
        create: () => insertShare(tx, { ...input, id }),
        repeat: refuseSecretAgain,
      },
    ),
  )
}

async function insertShare(
  tx: Transaction,
  { id, userId, projectId, scope, showsPrompts, expiry, options }: Omit<MakeShareInput, 'idempotency'> & { id: string },
): AsyncResult<MadeShareShape> {
  if (!(await lockOpenProject(tx, userId, projectId))) return failure({ code: 'not-found' })
  if (!(await isThere(tx, { userId, projectId, scope }))) return failure({ code: 'not-found' })
  if ((await listShares(tx, projectId)).length >= maxShares)
    return failure({ code: 'too-large', message: `This project has ${maxShares} links. Close some of them first.` })
  const token = newToken()
  const end = shareEnd(expiry, Date.now())
  const expiresAt = end === null ? null : new Date(end)
  await tx.insert(shares).values({
    id,
    userId,
    projectId,
    ...shareScopeFields(scope),
    tokenHash: linkHashOf(token, { scope, isRestricted: isRestricted(options) }),
    showsPrompts,
    ...options,
    expiresAt,
  })
  const share = await findShare(tx, userId, id)
  return share ? success({ ...share, address: addressOf(token) }) : failure({ code: 'not-found' })
}

/** Whether the project has the card or the frame that a link would show. */
async function isThere(
  tx: Transaction,
  { userId, projectId, scope }: Pick<MakeShareInput, 'userId' | 'projectId' | 'scope'>,
): Promise<boolean> {
  const own = sql`project_id = ${projectId} and user_id = ${userId}`
  if (scope.kind === 'branch') {
    const card = sql`select 1 from generations where id = ${scope.generationId} and ${own} and deleted_at is null`
    return (await tx.execute(card)).rows.length > 0
  }
  if (scope.kind === 'frame')
    return (await tx.execute(sql`select 1 from frames where id = ${scope.frameId} and ${own}`)).rows.length > 0
  return true
}

/** Revokes a link for good; its comments stay with the project. */
export async function revokeShare(
  db: UserDatabase,
  { userId, shareId }: { readonly userId: UserId; readonly shareId: string },
): AsyncResult<{ deleted: number; ids: string[] }> {
  if (!(await findShare(db, userId, shareId))) return failure({ code: 'not-found' })
  await db.execute(sql`update shares set revoked_at = now() where id = ${shareId} and user_id = ${userId}`)
  return success({ deleted: 1, ids: [shareId] })
}
