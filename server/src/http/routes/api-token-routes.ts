import type { ApiTokenShape } from '#contract/programs/api-token.ts'
import type { UserId } from '#domain/account/user-id.ts'
import {
  changeToken,
  createToken,
  endToken,
  findToken,
  listTokens,
  ownerEmail,
} from '../../features/api-tokens/api-tokens.ts'
import { trashMadeBy } from '../../features/api-tokens/trash-made-by.ts'
import { madeTokenEmail } from '../../mail/email-texts.ts'
import type { CallDeps } from '../app-context.ts'
import { found, idempotencyOf, rpc, unwrap } from '../rpc-context.ts'

const { tokens } = rpc

/**
 * Informs the owner of a new token, where emails are sent. The sending is not awaited: the token exists, whatever comes of it, also where
 * the time limit of the request has passed. @param deps Those that outlive it.
 */
export async function mailMadeToken(
  { db, mailer, log }: CallDeps,
  userId: UserId,
  token: ApiTokenShape,
): Promise<void> {
  const email = mailer.canSend ? await ownerEmail(db, userId) : null
  if (email === null) return
  mailer.send(madeTokenEmail(email, token)).catch((error: unknown) => {
    log.error({ err: error }, 'the mail server did not accept an email')
  })
}

export const apiTokenRoutes = {
  list: tokens.list.handler(async ({ context: { deps, userId } }) => ({
    items: await listTokens(deps.db, userId),
    nextCursor: null,
  })),
  create: tokens.create.handler(async ({ context, input: body }) => {
    const { deps, userId } = context
    const idempotency = idempotencyOf(context, 'POST /api/tokens', body)
    const created = unwrap(await createToken(deps, { userId, body, nowMs: Date.now(), idempotency }))
    await mailMadeToken(context.lasting().deps, userId, created.token)
    return created
  }),
  change: tokens.change.handler(async ({ context: { deps, userId }, input: { id, ...change } }) =>
    unwrap(await changeToken(deps.db, { userId, tokenId: id, ...change })),
  ),
  trash: tokens.trash.handler(async ({ context: { deps, userId }, input: { id } }) =>
    unwrap(await trashMadeBy(deps.db, { userId, tokenId: id })),
  ),
  end: tokens.end.handler(async ({ context: { deps, userId }, input: { id } }) => {
    const ended = unwrap(await endToken(deps.db, { userId, tokenId: id }))
    // Other processes are notified by the database.
    deps.tokens.forget(userId)
    return ended
  }),
  current: tokens.current.handler(async ({ context: { deps, userId, token } }) =>
    found(token && (await findToken(deps.db, userId, token.id))),
  ),
}
