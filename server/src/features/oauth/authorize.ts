import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { AllowBody, AuthorizationQuery, AuthorizationShape } from '#contract/programs/oauth.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { failure, success } from '#domain/result.ts'
import { askedScopes } from '#domain/tokens/asked-scopes.ts'
import { codePrefix, maxTokens, tokenScopes } from '#domain/tokens/token-scope.ts'
import type { AsyncResult, Refusal } from '#server/db/refusal.ts'
import type { KeySeal } from '#server/models/seal-key.ts'
import type { SystemDatabase, UserDatabase } from '../../db/database.ts'
import { oauthCodes } from '../../db/schema/oauth.ts'
import { tokenHash } from '../../db/token-hash.ts'
import type { LimitedFetch } from '../../operations/bounded-fetch.ts'
import { countTokens } from '../api-tokens/api-tokens.ts'
import { isOpenProject } from '../projects/project-rows.ts'
import { findClient, isDocumentAddress } from './oauth-clients.ts'
import { isRegistered, redirectPlace, withParameters } from './redirect-uri.ts'

export type AuthorizeDeps = {
  readonly db: UserDatabase
  readonly system: SystemDatabase
  readonly keySeal: KeySeal
  readonly fetchDocument: LimitedFetch
}

/** The purpose that tickets are sealed for: nothing else opens as one. */
const purpose = 'oauth request'
/** The time that a person may take to decide. */
const ticketMs = 600_000
/** The time that a program may take to exchange its code. */
const codeMs = 120_000

/** The contents of a ticket. */
const ticketContent = z.strictObject({
  clientId: z.string(),
  redirectUri: z.string(),
  challenge: z.string(),
  state: z.string().optional(),
  scopes: z.array(z.enum(tokenScopes)),
  issuer: z.string(),
  endsMs: z.number(),
})

/** The one resource of this server: its MCP endpoint. */
export const resourceOf = (address: string): string => `${address}/mcp`

/** Whether a `resource` parameter names that one; a program of before RFC 8707 sends none. */
export const isResource = (written: string | undefined, address: string): boolean =>
  written === undefined || written.replace(/\/$/, '') === resourceOf(address)

/** A wrong request, with the address that says so to the program. Not followed by itself: the program is not trusted yet. */
const wrong = (error: string, message: string, redirect: string | null): Refusal => ({
  code: 'invalid',
  message,
  data: { error, redirect, issues: [] },
})

/**
 * Checks what a program asks for, and presents it to the person who decides.
 * @param request.address The address of this server, which is the issuer.
 */
export async function readAuthorization(
  deps: AuthorizeDeps,
  request: {
    readonly userId: UserId
    readonly query: AuthorizationQuery
    readonly address: string
    readonly nowMs: number
  },
): AsyncResult<AuthorizationShape> {
  const { userId, query, address, nowMs } = request
  const { client_id: clientId = '', redirect_uri: redirectUri = '', state, code_challenge: challenge = '' } = query
  const client = await findClient({ db: deps.system, fetchDocument: deps.fetchDocument, nowMs }, clientId)
  if (!client) return failure(wrong('invalid_client', 'This server does not know the program that asks.', null))
  if (!isRegistered(redirectUri, client.redirectUris))
    return failure(wrong('invalid_request', 'The program asks to be answered at an address that is not its own.', null))
  const answer = (error: string, description?: string) =>
    withParameters(redirectUri, { error, error_description: description, state, iss: address })
  const refused = (error: string, message: string) => failure(wrong(error, message, answer(error, message)))
  if (query.response_type !== 'code')
    return refused('unsupported_response_type', 'Only response_type=code is answered.')
  if (query.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(challenge))
    return refused('invalid_request', 'PKCE is needed: code_challenge with the method S256.')
  if (!isResource(query.resource, address))
    return refused('invalid_target', `Only ${resourceOf(address)} is served here.`)
  const scopes = askedScopes(query.scope)
  if (!scopes) return refused('invalid_scope', 'The program asks for nothing that this server knows.')
  const content = { clientId, redirectUri, challenge, state, scopes, issuer: address, endsMs: nowMs + ticketMs }
  const sealed = deps.keySeal.seal(JSON.stringify(content), { userId, provider: purpose })
  return success({
    ticket: sealed.toString('base64url'),
    name: client.name,
    documentHost: isDocumentAddress(client.id) ? new URL(client.id).host : null,
    redirect: redirectPlace(redirectUri),
    scopes: [...scopes],
    denyUrl: answer('access_denied'),
  })
}

/** The content of a ticket of this person; null where it is another person's, was changed, or is too old. */
function openTicket(keySeal: KeySeal, userId: UserId, { ticket, nowMs }: { ticket: string; nowMs: number }) {
  const text = keySeal.open(Buffer.from(ticket, 'base64url'), { userId, provider: purpose })
  const content = text === null ? null : ticketContent.parse(JSON.parse(text))
  return content && nowMs < content.endsMs ? content : null
}

const staleTicket =
  'This request is too old, or was made for another account. Start again in the program that wants to connect.'

/** Allows a request: makes a code that its program exchanges within two minutes. @returns Where the person is led. */
export async function allowConnection(
  { db, system, keySeal }: Omit<AuthorizeDeps, 'fetchDocument'>,
  { userId, body, nowMs }: { readonly userId: UserId; readonly body: AllowBody; readonly nowMs: number },
): AsyncResult<{ redirect: string }> {
  const content = openTicket(keySeal, userId, { ticket: body.ticket, nowMs })
  if (!content) return failure({ code: 'conflict', message: staleTicket })
  const { clientId, redirectUri, challenge, state, issuer } = content
  const { name, scopes, projectId, budget } = body
  if (!scopes.every((scope) => content.scopes.includes(scope))) {
    const message = 'The program has not asked for all of this.'
    return failure({ code: 'invalid', message, data: { issues: [{ path: ['scopes'], message }] } })
  }
  if (projectId !== null && !(await isOpenProject(db, userId, projectId))) return failure({ code: 'not-found' })
  if ((await countTokens(db, userId)) >= maxTokens)
    return failure({
      code: 'conflict',
      message: `You have ${maxTokens} tokens and connections. End one of them first.`,
    })
  const code = `${codePrefix}${randomBytes(32).toString('base64url')}`
  await system.insert(oauthCodes).values({
    hash: tokenHash(code),
    userId,
    clientId,
    redirectUri,
    challenge,
    resource: resourceOf(issuer),
    allowed: { name, scopes, projectId, budget },
    expiresAt: new Date(nowMs + codeMs),
  })
  return success({ redirect: withParameters(redirectUri, { code, state, iss: issuer }) })
}
