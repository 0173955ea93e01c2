import { randomUUID } from 'node:crypto'
import { createTokenBody } from '#contract/programs/api-token.ts'
import { noteActivity } from '../features/account/activity.ts'
import { createToken, endToken, listTokens } from '../features/api-tokens/api-tokens.ts'
import { type AdminContext, type AdminResult, Misuse } from './admin-context.ts'
import { findAccount } from './find-account.ts'

const dayMs = 86_400_000

type GivenToken = {
  readonly email: string
  readonly name: string
  /** Separated by commas. */
  readonly scopes: string
  readonly project?: string | undefined
  readonly budget?: string | undefined
  readonly days?: string | undefined
}

/** Makes an API token for an account and prints its secret, once. The budget is in credits a month. */
export async function makeTokenFor({ db }: AdminContext, given: GivenToken): Promise<AdminResult> {
  const userId = await findAccount(db, given.email)
  const nowMs = Date.now()
  const days = given.days === undefined ? null : Number(given.days)
  if (days !== null && !(days > 0 && days <= 3_650)) throw new Misuse(`${given.days} is no number of days.`)
  const body = createTokenBody.safeParse({
    name: given.name,
    scopes: given.scopes.split(','),
    projectId: given.project ?? null,
    budget: given.budget === undefined ? null : { credits: Number(given.budget), per: 'month' },
    expiresAt: days === null ? null : new Date(nowMs + days * dayMs).toISOString(),
  })
  if (!body.success)
    throw new Misuse(body.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
  const created = await createToken({ db, newId: randomUUID }, { userId, body: body.data, nowMs, idempotency: null })
  if (!created.ok) throw new Misuse(created.error.message ?? 'There is no such project of this account.')
  await noteActivity(db, { userId, kind: 'token-made', origin: null })
  const { token, secret } = created.value
  return { lines: [`The token '${token.name}' of ${given.email}, which is shown only now: ${secret}`], outcome: 'done' }
}

/** Lists the open tokens of an account. */
export async function sayTokens({ db }: AdminContext, email: string): Promise<AdminResult> {
  const tokens = await listTokens(db, await findAccount(db, email))
  if (tokens.length === 0) return { lines: [`${email} has no tokens.`], outcome: 'done' }
  const lines = tokens.map(({ id, name, kind, prefix, scopes, projectId, budget, expiresAt, lastUsedAt }) =>
    [
      id,
      name,
      kind === 'connection' ? 'connected by OAuth' : `${prefix}…`,
      scopes.join(','),
      projectId ? `project ${projectId}` : 'all projects',
      budget ? `${budget.spent} of ${budget.credits} credits (${budget.per})` : 'no budget',
      expiresAt ? `until ${expiresAt}` : 'without an end',
      lastUsedAt ? `used ${lastUsedAt}` : 'never used',
    ].join('  '),
  )
  return { lines, outcome: 'done' }
}

/** Ends a token of an account: running servers refuse it at once. */
export async function endTokenOf({ db }: AdminContext, email: string, tokenId: string): Promise<AdminResult> {
  const userId = await findAccount(db, email)
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(tokenId)
  const ended = isId ? await endToken(db, { userId, tokenId }) : null
  if (!ended?.ok) throw new Misuse(`${email} has no open token ${tokenId}. 'tokens ${email}' lists them.`)
  await noteActivity(db, { userId, kind: 'token-ended', origin: null })
  return { lines: [`The token ${tokenId} no longer works.`], outcome: 'done' }
}
