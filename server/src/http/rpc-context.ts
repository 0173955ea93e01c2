import { implement, ORPCError } from '@orpc/server'
import type { CallMeta } from '#contract/call-scope.ts'
import { contract } from '#contract/contract.ts'
import { errorTable } from '#contract/errors.ts'
import type { UserId } from '#domain/account/user-id.ts'
import type { Result } from '#domain/result.ts'
import { isUuid } from '#domain/text/is-uuid.ts'
import { findRunRow } from '../agents/assistant/run-rows.ts'
import type { TokenCaller } from '../auth/known-tokens.ts'
import { findImage } from '../cards/find-image.ts'
import { findGeneration } from '../cards/generation-rows.ts'
import type { Querier } from '../db/database.ts'
import type { Refusal } from '../db/refusal.ts'
import { noteActivity } from '../features/account/activity.ts'
import { isProven } from '../features/account/passwords.ts'
import { findToken } from '../features/api-tokens/api-tokens.ts'
import type { IdempotentRequest } from '../features/idempotency.ts'
import { isOpenProject } from '../features/projects/project-rows.ts'
import { isOwnSavedPrompt } from '../features/prompts/saved-prompt-rows.ts'
import { isOwnWordList } from '../features/prompts/word-list-rows.ts'
import { findPurse } from '../features/purses/purse-rows.ts'
import { isOwnReference } from '../features/references/named-references.ts'
import { findSeries } from '../features/series/series-rows.ts'
import { findComment } from '../features/sharing/comment-rows.ts'
import { type OpenShare, openShare, type Visit } from '../features/sharing/open-share.ts'
import { findShare } from '../features/sharing/share-rows.ts'
import { findPrivateStyle } from '../features/styles/style-rows.ts'
import type { OwnerWork } from '../operations/work-limits.ts'
import type { CallDeps } from './app-context.ts'
import { readIdempotencyKey, readKeyOrId } from './guards/idempotency-key.ts'
import { scopeRefusal } from './guards/token-scopes.ts'

/** The context of every call of the contract beside its input. */
export type RpcContext = {
  readonly deps: CallDeps
  /** The reply's `x-request-id`, which is logged too. */
  readonly requestId: string
  /** The address under which the caller reached this server, without a slash at its end. */
  readonly serverAddress: string
  /** Empty for a visitor; every call that is not open refuses it. */
  readonly userId: UserId
  /** The caller's session; of no meaning with a token. */
  readonly sessionId: string
  /** The program's token; null for a person. */
  readonly token: TokenCaller | null
  /** Whether the caller tries without an account. */
  readonly isGuest: boolean
  readonly idempotencyKey: string | undefined
  /** The visit of a link, by its cookie; null without one. */
  visitOf(shareId: string): Visit | null
  /** Sets the cookie of a visit. */
  startVisit(shareId: string, visit: Visit): void
  /** The client's address. */
  readonly address: string
  readonly userAgent: string | undefined
  /** Aborted when the client leaves, and at the time limit. */
  readonly signal: AbortSignal
  /** The same without the time limit, for calls that go on after their late reply. */
  lasting(): Pick<RpcContext, 'deps' | 'signal'>
}

/** The limits for the caller's heavy work. */
export const workOf = ({ deps, userId, signal }: RpcContext): OwnerWork => deps.work.of(userId, signal)

/** A refusal as the error of a call. */
export const toError = ({ code, message, data }: Refusal) =>
  new ORPCError(code, { status: errorTable[code].status, message: message ?? errorTable[code].message, data })

/** The value of a result, or its refusal as the reply. */
export function unwrap<Value>(result: Result<Value, Refusal>): Value {
  if (result.ok) return result.value
  throw toError(result.error)
}

/** Unwraps the result of a query; null is refused as not found. */
export function found<Value>(value: Value | null): Value {
  if (value === null) throw toError({ code: 'not-found' })
  return value
}

/** Refuses what was not found to be the user's. */
export function checkFound(isFound: boolean): void {
  if (!isFound) throw toError({ code: 'not-found' })
}

/** Refuses a project that is not the user's, or is in the trash. */
export const checkOpen = async (db: Querier, userId: UserId, projectId: string): Promise<void> =>
  checkFound(await isOpenProject(db, userId, projectId))

/** The link that the caller's visit opens; refused as if it never existed, whatever the reason. */
export const sharedWith = async ({ deps, visitOf }: RpcContext, shareId: string): Promise<OpenShare> =>
  found(await openShare(deps.system, shareId, visitOf(shareId)))

/** The request's Idempotency-Key with its purpose; null without one. */
export const idempotencyOf = (
  { idempotencyKey: key, token }: RpcContext,
  call: string,
  body: unknown,
): IdempotentRequest | null => unwrap(readIdempotencyKey({ key, token }, call, body))

/** The same of a call whose result may be given an id: the id takes the place of the key. */
export const idempotencyOfId = (
  { idempotencyKey: key, token }: RpcContext,
  call: string,
  body: object,
  id: string | undefined,
): IdempotentRequest | null => unwrap(readKeyOrId({ key, token, id }, call, body))

/** A request for images with who asks for it. A token of one project asks for its own project where none is named. */
export const madeFor = <Body extends { readonly projectId?: string | null | undefined }>(
  { token }: Pick<RpcContext, 'token'>,
  body: Body,
): { readonly body: Body; readonly madeBy: string | null; readonly purseId: string | null } => ({
  body: token?.projectId && body.projectId == null ? { ...body, projectId: token.projectId } : body,
  madeBy: token?.id ?? null,
  purseId: token?.purseId ?? null,
})

/** Whether the object that the address names is the caller's; an address without an object counts as owned. */
async function ownsNamed(context: RpcContext, resource: string | undefined, id: unknown): Promise<boolean> {
  if (id === undefined) return true
  if (typeof id !== 'string' || !isUuid(id)) return false
  const { deps, userId } = context
  if (resource === 'shared') return (await openShare(deps.system, id, context.visitOf(id))) !== null
  if (resource === 'shares') return (await findShare(deps.db, userId, id)) !== null
  if (resource === 'comments') return (await findComment(deps.db, userId, id)) !== null
  if (resource === 'projects') return isOpenProject(deps.db, userId, id)
  if (resource === 'generations') return (await findGeneration(deps, userId, id)) !== null
  if (resource === 'series') return (await findSeries(deps, userId, id)) !== null
  if (resource === 'assistant') return (await findRunRow(deps.db, userId, id)) !== null
  if (resource === 'tokens') return (await findToken(deps.db, userId, id)) !== null
  if (resource === 'purses') return (await findPurse(deps.db, userId, id)) !== null
  if (resource === 'references') return isOwnReference(deps.db, userId, id)
  if (resource === 'styles') return (await findPrivateStyle(deps.db, userId, id)) !== null
  if (resource === 'saved-prompts') return isOwnSavedPrompt(deps.db, userId, id)
  if (resource === 'word-lists') return isOwnWordList(deps.db, userId, id)
  return resource === 'images' && (await findImage(deps.db, userId, id)) !== null
}

const needsPassword = {
  code: 'impossible',
  message: 'Enter your password to go on.',
  data: { reason: 'password' },
} as const

const needsAccount = {
  code: 'impossible',
  message: 'You are a guest. Sign up first: your boards are kept.',
  data: { reason: 'guest' },
} as const

const isInvalidInput = (error: unknown) => error instanceof ORPCError && error.code === 'BAD_REQUEST'

/**
 * The contract, to be implemented. An invalid input is reported only to the owner of what the address names: for others the
 * object does not exist, whatever they send. The look-up is made only when the input is invalid.
 */
export const rpc = implement(contract)
  .$context<RpcContext>()
  .use(async ({ context, procedure, next }) => {
    const { deps, userId, isGuest, address, userAgent, token } = context
    const meta: CallMeta = procedure['~orpc'].meta
    const forbidden = scopeRefusal(token ?? undefined, meta)
    if (forbidden) throw toError(forbidden)
    // Checked here and not by address alone: an address can be written in several ways, as with a slash at its end.
    if (userId === '' && meta.caller !== 'anyone') throw toError({ code: 'unauthenticated' })
    if (isGuest && meta.caller === 'account') throw toError(needsAccount)
    if (meta.proof && !token && !(await isProven(deps.db, context))) throw toError(needsPassword)
    const result = await (meta.time === 'long' ? next({ context: context.lasting() }) : next())
    const kind = meta.activity
    // A call that was made is in the log also where it ended a moment after its time limit.
    if (kind) await noteActivity(context.lasting().deps.db, { userId, kind, origin: { address, userAgent } })
    return result
  })
  .use(async ({ context, procedure, next }, input) => {
    try {
      return await next()
    } catch (error) {
      if (!isInvalidInput(error)) throw error
      const path = procedure['~orpc'].route.path ?? ''
      // An id in the body alone is that of a new object. In the path, `/generations/{id}/cap`, the first part is its type.
      const isNamed = path.includes('{id}') && input !== null && typeof input === 'object' && 'id' in input
      const [, resource] = path.split('/')
      const id = isNamed ? input.id : undefined
      if (!(await ownsNamed(context, resource, id))) throw toError({ code: 'not-found' })
      throw error
    }
  })
