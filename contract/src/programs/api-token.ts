import { z } from 'zod'
import { assistantName } from '#domain/agents/assistant-run.ts'
import { tokenScopes } from '#domain/tokens/token-scope.ts'
import { bySession, withAnyToken, withPassword } from '../call-scope.ts'
import { list } from '../list.ts'
import { text, time, uuid } from '../text.ts'
import { withIdempotencyKey } from '../with-idempotency-key.ts'

/** Credits, with two digits after the point at most; a balance is kept in 32 bits of hundredths. */
const budgetCredits = z.number().min(0.01).max(10_000_000).multipleOf(0.01)

/** The amount that a token may spend: once, or in each calendar month (UTC). */
export const tokenBudget = z.strictObject({ credits: budgetCredits, per: z.enum(['total', 'month']) })

/** An API token without its secret. */
export const apiTokenShape = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  /** The beginning of the secret; nothing else of it is shown again. Empty for a connection. */
  prefix: z.string(),
  /** `connection`: of a program that was allowed to connect by OAuth, and works at /mcp alone. */
  kind: z.enum(['token', 'connection']),
  scopes: z.array(z.enum(tokenScopes)),
  /** The one project that it reaches; null: all. */
  projectId: z.uuid().nullable(),
  /** The purse that it is bound to: it works in its area, and spends what is in it. Null: none. */
  purseId: z.uuid().nullable(),
  /** Null: as much as the account has. `spent`: credits that were paid or are held, in the present month or in total. */
  budget: tokenBudget.extend({ spent: z.number() }).nullable(),
  createdAt: time,
  /** Null: it works until it is ended. */
  expiresAt: time.nullable(),
  /** To the minute; null: never. */
  lastUsedAt: time.nullable(),
})
export type ApiTokenShape = z.infer<typeof apiTokenShape>

/** A new token. */
export const createTokenBody = z.strictObject({
  name: text({ minimum: 1, maximum: 60 }).refine(
    (name) => name.toLowerCase() !== assistantName,
    'That is the name of the assistant of this server. Choose another one.',
  ),
  scopes: z.array(z.enum(tokenScopes)).min(1).max(tokenScopes.length),
  projectId: uuid.nullable().default(null),
  budget: tokenBudget.nullable().default(null),
  expiresAt: time.nullable().default(null),
})
export type CreateTokenBody = z.infer<typeof createTokenBody>

/** The changes of a token: what it may do and reach stays as it was made. */
const changeTokenBody = z.strictObject({
  id: uuid,
  name: createTokenBody.shape.name.optional(),
  budget: tokenBudget.nullable().optional(),
})

/** The only reply that contains the secret. */
export const createdTokenShape = z.strictObject({ token: apiTokenShape, secret: z.string() })
export type CreatedTokenShape = z.infer<typeof createdTokenShape>

/** The calls about API tokens. */
export const apiTokenCalls = {
  list: bySession
    .route({
      method: 'GET',
      path: '/tokens',
      summary: 'Your API tokens and connections, newest first, without their secrets',
    })
    .output(z.strictObject(list(apiTokenShape))),
  create: withPassword
    .meta({ caller: 'account', activity: 'token-made' })
    .route({
      method: 'POST',
      path: '/tokens',
      successStatus: 201,
      summary: 'Create an API token for a program; its secret is in this reply alone',
      description: 'Send it as `Authorization: Bearer esp_…`. No token can create or end tokens.',
      spec: withIdempotencyKey,
    })
    .input(createTokenBody)
    .output(createdTokenShape),
  change: bySession
    .route({ method: 'PATCH', path: '/tokens/{id}', summary: 'Rename a token, or change what it may spend' })
    .input(changeTokenBody)
    .output(apiTokenShape),
  end: bySession
    .meta({ activity: 'token-ended' })
    .route({
      method: 'DELETE',
      path: '/tokens/{id}',
      summary: 'End a token or a connection: it is refused from now on',
    })
    .input(z.strictObject({ id: uuid }))
    .output(z.strictObject({ deleted: z.int(), ids: z.array(z.uuid()) })),
  trash: bySession
    .route({
      method: 'POST',
      path: '/tokens/{id}/trash',
      summary:
        'Move every card that a token asked for to the trash, with what branches from it; also of an ended token',
    })
    .input(z.strictObject({ id: uuid }))
    .output(z.strictObject({ deleted: z.int(), ids: z.array(z.uuid()) })),
  current: withAnyToken
    .route({
      method: 'GET',
      path: '/token',
      summary: 'The token that this request was sent with; 404 with a session',
    })
    .output(apiTokenShape),
}
