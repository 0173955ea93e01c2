import type { z } from 'zod'
import type { addConnectionBody, ConnectionShape, lookAtProviderBody } from '#contract/models/model-connection.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { maxConnections } from '#domain/models/added-providers.ts'
import { type FoundModel, foundPrice, type Price } from '#domain/models/found-model.ts'
import { failure, type Result, success } from '#domain/result.ts'
import type { Querier, SystemDatabase, UserDatabase } from '#server/db/database.ts'
import { type AsyncResult, type Refusal, refusableTransaction } from '#server/db/refusal.ts'
import { connectionModels, modelConnections } from '#server/db/schema/model-connections.ts'
import { isOperator } from '#server/features/account/operators.ts'
import { claimKey, findEarlier, type IdempotentRequest } from '#server/features/idempotency.ts'
import type { Money } from '#server/models/money.ts'
import type { KeySeal } from '#server/models/seal-key.ts'
import type { WorkLimits } from '#server/operations/work-limits.ts'
import type { OpenEndpoint } from '#server/providers/provider.ts'
import type { ModelRegistry } from '#server/providers/registry.ts'
import { foundById } from '#server/providers/vendors/added-openai/added-openai-models.ts'
import {
  type AllowedHosts,
  connectionPlace,
  countConnections,
  endpointOf,
  listConnectionRows,
  lockConnections,
  modelRowsOf,
  notifyConnections,
} from './connection-rows.ts'
import { presentConnection } from './list-connections.ts'
import { type Looked, lookAtEndpoint, presentFound } from './look-at-provider.ts'

/** The way to added providers, and the list that makes them known in this process. */
export type Connections = {
  readonly allowedHosts: AllowedHosts
  /** Reads the models of added providers again; resolves when they can be asked for. */
  reload(): Promise<void>
}

export type ConnectionDeps = {
  readonly db: UserDatabase
  readonly system: SystemDatabase
  readonly registry: ModelRegistry
  readonly keySeal: KeySeal
  readonly connections: Connections
  readonly money: Money
  readonly work: Pick<WorkLimits, 'looks'>
  newId(): string
}

type Look = z.output<typeof lookAtProviderBody>
type Add = z.output<typeof addConnectionBody>

export const atField = (field: string, message: string): Refusal => ({
  code: 'invalid',
  message,
  data: { issues: [{ path: field.split('.'), message }] },
})

const kindNames = { openrouter: 'OpenRouter', fal: 'fal', 'openai-images': 'The server' } as const
const shownCharacters = 4

/** The address, which one kind needs and the others have of their own. */
function addressOf({ kind, baseUrl }: Look): Result<string | null, Refusal> {
  if (kind !== 'openai-images')
    return baseUrl === undefined
      ? success(null)
      : failure(atField('baseUrl', `${kindNames[kind]} has an address of its own. Choose 'Any address' for another.`))
  if (baseUrl === undefined) return failure(atField('baseUrl', 'Enter the address.'))
  return success(baseUrl.replace(/\/+$/, ''))
}

async function look(
  deps: ConnectionDeps,
  { userId, body, name, owner }: { userId: UserId; body: Look; name: string; owner: UserId | null },
): Promise<Result<Looked & { endpoint: OpenEndpoint }, Refusal>> {
  const { kind, key } = body
  if (kind !== 'openai-images' && key === '') return failure(atField('key', 'Paste the key.'))
  const address = addressOf(body)
  if (!address.ok) return address
  const place = endpointOf({ name, baseUrl: address.value, userId: owner }, deps.connections.allowedHosts)
  const endpoint = { ...place, key }
  const looked = await lookAtEndpoint(
    { registry: deps.registry, turn: deps.work.looks.for(userId) },
    { kind, ...endpoint },
  )
  return looked.ok ? success({ ...looked.value, endpoint }) : looked
}

/** Asks a provider for its models before it is added. The operator may name any address, others public ones. */
export async function lookAtProvider(deps: ConnectionDeps, userId: UserId, body: Look) {
  const owner = (await isOperator(deps.system, userId)) ? null : userId
  const looked = await look(deps, { userId, body, name: kindNames[body.kind], owner })
  if (!looked.ok) return looked
  const { check, found } = looked.value
  return success({ check: { ...check, at: new Date().toISOString() }, items: found.map(presentFound) })
}

/** The owner's facts of a model. */
export type Choice = {
  readonly apiModel: string
  readonly credits?: number | undefined
  readonly seconds?: number | undefined
}

/** The price: entered, else the provider's. Of a model for everybody there must be one, unless nothing has a price here. */
export function priceOf(
  found: FoundModel,
  choice: Choice | undefined,
  { audience, money }: { audience: 'me' | 'everyone'; money: Money },
): Result<Price | null, string> {
  const { credits } = choice ?? {}
  const price = credits === undefined ? foundPrice(found) : { priceHundredths: credits }
  if (price === null && audience === 'everyone' && money !== 'off' && choice)
    return failure(`Enter a price for ${found.name}: its provider says none.`)
  return success(price)
}

/** In the letters of a model's value. */
const slugOf = (id: string) =>
  id
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .slice(0, 80)

/** The values of the models of a connection: unique, and the same at each listing. */
export function freshValue(connectionId: string, apiModel: string, taken: ReadonlySet<string>): string {
  const value = `added:${connectionId.slice(0, 8)}:${slugOf(apiModel)}`
  for (let number = 1; ; number += 1) {
    const each = number === 1 ? value : `${value}.${number}`
    if (!taken.has(each)) return each
  }
}

/** The providers among which a name is unique: those of the same owner, and for a person those for everybody too. */
export const namesakes = async ({ system }: Pick<ConnectionDeps, 'system'>, tx: Querier, owner: UserId | null) => [
  ...(await listConnectionRows(tx, owner)),
  ...(owner === null ? [] : await listConnectionRows(system, null)),
]

/** The models of the list, and those that were entered by hand, where the kind has no complete list. */
function withEntered(found: readonly FoundModel[], { kind, models }: Add): Result<readonly FoundModel[], Refusal> {
  const listed = new Set(found.map(({ apiModel }) => apiModel))
  const unknown = models.filter(({ apiModel }) => !listed.has(apiModel))
  if (unknown.length > 0 && kind !== 'openai-images')
    return failure(atField('models', `${kindNames[kind]} has no model '${unknown[0]?.apiModel}'.`))
  return success([...found, ...unknown.map(({ apiModel }) => foundById(apiModel))])
}

/**
 * Adds a provider: for the caller alone, or as the operator for everybody. It is asked once more, since what its models can do and cost
 * is the provider's to say.
 */
export async function addConnection(
  deps: ConnectionDeps,
  {
    userId,
    body,
    idempotency,
  }: { readonly userId: UserId; readonly body: Add; readonly idempotency: IdempotentRequest | null },
): AsyncResult<ConnectionShape> {
  const { kind, name, key, audience } = body
  const owner = audience === 'everyone' ? null : userId
  if (owner === null && !(await isOperator(deps.system, userId)))
    return failure({
      code: 'impossible',
      message: 'Only the person who runs this server adds a provider for everybody.',
    })
  const scope = owner === null ? deps.system : deps.db
  const readBack = async (tx: Querier, id: string): AsyncResult<ConnectionShape> => {
    const row = (await listConnectionRows(tx, owner)).find((each) => each.id === id)
    if (!row) return failure({ code: 'not-found' })
    return success(presentConnection(row, await modelRowsOf(tx, id), { canChange: true }))
  }
  const earlier = await findEarlier(scope, userId, idempotency)
  if (!earlier.ok) return earlier
  if (earlier.value) return readBack(scope, earlier.value.resultId)
  const looked = await look(deps, { userId, body, name, owner })
  if (!looked.ok) return looked
  const all = withEntered(looked.value.found, body)
  if (!all.ok) return all
  const choices = new Map(body.models.map((choice) => [choice.apiModel, choice]))
  const id = deps.newId()
  const { check, endpoint } = looked.value
  const taken = new Set<string>()
  const rows: (typeof connectionModels.$inferInsert)[] = []
  for (const found of all.value) {
    const choice = choices.get(found.apiModel)
    const price = priceOf(found, choice, { audience, money: deps.money })
    if (!price.ok) return failure(atField('models', price.error))
    const value = freshValue(id, found.apiModel, taken)
    taken.add(value)
    rows.push({
      connectionId: id,
      userId: owner,
      apiModel: found.apiModel,
      value,
      found,
      priceHundredths: price.value?.priceHundredths ?? null,
      pricesByResolution: price.value?.pricesByResolution ?? null,
      seconds: choice?.seconds ?? null,
      isShown: choice !== undefined,
      shownAt: choice === undefined ? null : new Date(),
    })
  }
  const added = await refusableTransaction(scope, async (tx) => {
    // Two tabs at once must not pass the limit, nor add one name twice.
    await lockConnections(tx, owner)
    const claimed = await claimKey(tx, userId, idempotency, id)
    if (!claimed.ok) return claimed
    if (claimed.value !== id) return readBack(tx, claimed.value)
    if ((await countConnections(tx, owner)) >= maxConnections)
      return failure<Refusal>({
        code: 'impossible',
        message: `There are ${maxConnections} added providers already. Remove one first.`,
      })
    const others = await namesakes(deps, tx, owner)
    if (others.some((each) => each.name.toLowerCase() === name.toLowerCase()))
      return failure(atField('name', `There is a provider named ${name} already. Give it another name.`))
    await tx.insert(modelConnections).values({
      id,
      userId: owner,
      kind,
      name,
      baseUrl: endpoint.baseUrl,
      sealed: key === '' ? null : deps.keySeal.seal(key, connectionPlace(id)),
      lastFour: key === '' ? null : key.slice(-shownCharacters),
      checkState: check.state,
      checkMs: check.ms,
      checkLeftUsd: check.leftUsd ?? null,
      checkedAt: new Date(),
    })
    if (rows.length > 0) await tx.insert(connectionModels).values(rows)
    await notifyConnections(tx)
    return readBack(tx, id)
  })
  if (added.ok) await deps.connections.reload()
  return added
}
