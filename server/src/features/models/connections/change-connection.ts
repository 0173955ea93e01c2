import { and, count, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type {
  ConnectionShape,
  changeConnectionBody,
  chooseConnectionModelsBody,
} from '#contract/models/model-connection.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { maxConnections } from '#domain/models/added-providers.ts'
import { foundPrice, withLastCost } from '#domain/models/found-model.ts'
import { failure, type Result, success } from '#domain/result.ts'
import type { Querier, Transaction } from '#server/db/database.ts'
import { type AsyncResult, type Refusal, refusableTransaction } from '#server/db/refusal.ts'
import { connectionModels, modelConnections } from '#server/db/schema/model-connections.ts'
import { isOperator } from '#server/features/account/operators.ts'
import type { OpenEndpoint } from '#server/providers/provider.ts'
import { foundById } from '#server/providers/vendors/added-openai/added-openai-models.ts'
import { atField, type ConnectionDeps, freshValue, namesakes, priceOf } from './add-connection.ts'
import {
  type ConnectionRow,
  connectionPlace,
  countConnections,
  endpointOf,
  findConnection,
  lockConnections,
  modelRowsOf,
  notifyConnections,
} from './connection-rows.ts'
import { presentConnection } from './list-connections.ts'
import { type Check, lookAtEndpoint, refusalOf, testEndpoint } from './look-at-provider.ts'

/** A person, and the id of an added provider. */
type Place = { readonly userId: UserId; readonly id: string }

/** An added provider that the person may change, with the scope of its rows. */
type Changeable = { readonly row: ConnectionRow; readonly scope: Querier }

/** The person's own, or as the operator one for everybody; another's does not exist for them. */
async function mayChange(deps: ConnectionDeps, { userId, id }: Place): Promise<Result<Changeable, Refusal>> {
  const own = await findConnection(deps.db, id)
  if (own?.userId === userId) return success({ row: own, scope: deps.db })
  const shared = await findConnection(deps.system, id)
  if (shared?.userId !== null) return failure({ code: 'not-found' })
  if (!(await isOperator(deps.system, userId)))
    return failure({
      code: 'impossible',
      message: 'Only the person who runs this server changes a provider for everybody.',
    })
  return success({ row: shared, scope: deps.system })
}

function openEndpoint(deps: ConnectionDeps, row: ConnectionRow): OpenEndpoint | null {
  const key = row.sealed === null ? '' : deps.keySeal.open(row.sealed, connectionPlace(row.id))
  return key === null ? null : { ...endpointOf(row, deps.connections.allowedHosts), key }
}

const lostKey = (name: string): Check => ({
  state: 'refused',
  ms: null,
  reason: `The key of ${name} can't be opened any more. Replace it.`,
})

/** Changes rows in one transaction, notifies every process, and answers what the provider is now. */
async function changeRows(
  deps: ConnectionDeps,
  { row, scope }: Changeable,
  change: (tx: Transaction) => AsyncResult<unknown>,
): AsyncResult<ConnectionShape> {
  const changed = await refusableTransaction(scope, async (tx) => {
    const done = await change(tx)
    if (!done.ok) return done
    await notifyConnections(tx)
    const now = await findConnection(tx, row.id)
    if (!now) return failure<Refusal>({ code: 'not-found' })
    return success(presentConnection(now, await modelRowsOf(tx, row.id), { canChange: true }))
  })
  if (changed.ok) await deps.connections.reload()
  return changed
}

const checkColumns = ({ state, ms, reason, leftUsd }: Check) => ({
  checkState: state,
  checkMs: ms,
  checkReason: reason,
  checkLeftUsd: leftUsd ?? null,
  checkedAt: new Date(),
})

/** The services of a look outside, for a user. */
const lookingAs = ({ registry, work }: ConnectionDeps, userId: UserId) => ({ registry, turn: work.looks.for(userId) })

/**
 * The owner that another audience gives a provider, where that can be: the operator alone says so, and from a person's own place
 * internal networks can't be reached.
 */
async function ownerFor(
  deps: ConnectionDeps,
  { row, userId, audience }: { row: ConnectionRow; userId: UserId; audience: 'me' | 'everyone' },
): Promise<Result<UserId | null, Refusal>> {
  if (!(await isOperator(deps.system, userId)))
    return failure({
      code: 'impossible',
      message: 'Only the person who runs this server says that everybody may use a provider.',
    })
  if (audience === 'everyone') return success(null)
  const endpoint = openEndpoint(deps, { ...row, userId })
  const check = endpoint
    ? await testEndpoint(lookingAs(deps, userId), { kind: row.kind, ...endpoint })
    : lostKey(row.name)
  return check.state === 'answers' ? success(userId) : failure(atField('audience', check.reason ?? ''))
}

/** Gives a provider with its models to another owner: to everybody only with a price for each model that can be chosen. */
async function giveTo(deps: ConnectionDeps, tx: Transaction, row: ConnectionRow, owner: UserId | null) {
  if ((await countConnections(tx, owner)) >= maxConnections)
    return failure<Refusal>({
      code: 'impossible',
      message: `There are ${maxConnections} added providers already. Remove one first.`,
    })
  for (const { found, priceHundredths, isShown } of owner === null ? await modelRowsOf(tx, row.id) : []) {
    const choice = isShown ? { apiModel: found.apiModel, credits: priceHundredths ?? undefined } : undefined
    const price = priceOf(found, choice, { audience: 'everyone', money: deps.money })
    if (!price.ok) return failure(atField('audience', price.error))
  }
  await tx.update(connectionModels).set({ userId: owner }).where(eq(connectionModels.connectionId, row.id))
  return success({ userId: owner })
}

/**
 * Renames an added provider, replaces its key once the provider has accepted the new one, or says who may use it: images of others that
 * wait for it fail with a sentence then.
 */
export async function changeConnection(
  deps: ConnectionDeps,
  { userId, id, name, key, audience }: Place & Pick<z.output<typeof changeConnectionBody>, 'name' | 'key' | 'audience'>,
): AsyncResult<ConnectionShape> {
  const allowed = await mayChange(deps, { userId, id })
  if (!allowed.ok) return allowed
  const { row } = allowed.value
  let keyColumns = {}
  if (key !== undefined) {
    if (key === '' && row.kind !== 'openai-images') return failure(atField('key', 'Paste the key.'))
    const endpoint = { ...endpointOf(row, deps.connections.allowedHosts), key }
    const check = await testEndpoint(lookingAs(deps, userId), { kind: row.kind, ...endpoint })
    if (check.state !== 'answers') {
      const { message = '' } = refusalOf(check, endpoint)
      return check.state === 'refused' ? failure(atField('key', message)) : failure({ code: 'unavailable', message })
    }
    keyColumns = {
      sealed: key === '' ? null : deps.keySeal.seal(key, connectionPlace(id)),
      lastFour: key === '' ? null : key.slice(-4),
      ...checkColumns(check),
    }
  }
  const isMoved = audience !== undefined && (audience === 'everyone') !== (row.userId === null)
  const moved = isMoved ? await ownerFor(deps, { row, userId, audience }) : success(row.userId)
  if (!moved.ok) return moved
  const owner = moved.value
  // Rows that change their owner are seen by neither scope of a person alone.
  const place = isMoved ? { row, scope: deps.system } : allowed.value
  return changeRows(deps, place, async (tx) => {
    // In one order, so that no two changes wait for each other.
    if (isMoved || row.userId === null) await lockConnections(tx, null)
    if (isMoved || row.userId !== null) await lockConnections(tx, row.userId ?? owner)
    const others = (await namesakes(deps, tx, owner)).filter((each) => each.id !== id)
    const wanted = name ?? (isMoved ? row.name : undefined)
    if (wanted !== undefined && others.some((each) => each.name.toLowerCase() === wanted.toLowerCase()))
      return failure(atField('name', `There is a provider named ${wanted} already. Give it another name.`))
    const given = isMoved ? await giveTo(deps, tx, row, owner) : success({})
    if (!given.ok) return given
    const set = { ...(name !== undefined && { name }), ...keyColumns, ...given.value }
    if (Object.keys(set).length > 0) await tx.update(modelConnections).set(set).where(eq(modelConnections.id, id))
    return success(null)
  })
}

/** Tests the connection, and stores what came of it. */
export async function testConnection(deps: ConnectionDeps, place: Place): AsyncResult<ConnectionShape> {
  const { userId } = place
  const allowed = await mayChange(deps, place)
  if (!allowed.ok) return allowed
  const { row } = allowed.value
  const endpoint = openEndpoint(deps, row)
  const check = endpoint
    ? await testEndpoint(lookingAs(deps, userId), { kind: row.kind, ...endpoint })
    : lostKey(row.name)
  return changeRows(deps, allowed.value, async (tx) => {
    await tx.update(modelConnections).set(checkColumns(check)).where(eq(modelConnections.id, row.id))
    return success(null)
  })
}

/**
 * Asks for the models again: new ones can be switched on, those that are listed no more are retired. Prices that the owner entered
 * stay.
 */
export async function refreshConnection(deps: ConnectionDeps, place: Place): AsyncResult<ConnectionShape> {
  const { userId } = place
  const allowed = await mayChange(deps, place)
  if (!allowed.ok) return allowed
  const { row } = allowed.value
  const endpoint = openEndpoint(deps, row)
  if (!endpoint) return failure({ code: 'impossible', message: lostKey(row.name).reason ?? '' })
  const looked = await lookAtEndpoint(lookingAs(deps, userId), { kind: row.kind, ...endpoint })
  // The caller has named no field that could be wrong.
  if (!looked.ok) return failure({ code: 'unavailable', message: looked.error.message ?? '' })
  const { found, check } = looked.value
  return changeRows(deps, allowed.value, async (tx) => {
    const known = new Map((await modelRowsOf(tx, row.id)).map((model) => [model.apiModel, model]))
    const taken = new Set([...known.values()].map(({ value }) => value))
    for (const listed of found) {
      const before = known.get(listed.apiModel)
      known.delete(listed.apiModel)
      const each = before ? withLastCost(listed, before.found) : listed
      const price = foundPrice(each)
      if (before) {
        // A price that differs from what the provider said was entered.
        const wasEntered = before.priceHundredths !== (foundPrice(before.found)?.priceHundredths ?? null)
        const prices = wasEntered
          ? {}
          : { priceHundredths: price?.priceHundredths ?? null, pricesByResolution: price?.pricesByResolution ?? null }
        await tx
          .update(connectionModels)
          .set({ found: each, goneAt: null, ...prices })
          .where(modelAt(row.id, each.apiModel))
        continue
      }
      const value = freshValue(row.id, each.apiModel, taken)
      taken.add(value)
      await tx.insert(connectionModels).values({
        connectionId: row.id,
        userId: row.userId,
        apiModel: each.apiModel,
        value,
        found: each,
        priceHundredths: price?.priceHundredths ?? null,
        pricesByResolution: price?.pricesByResolution ?? null,
      })
    }
    // Of a server without a list nothing is known to be gone.
    if (found.length > 0 && known.size > 0)
      await tx
        .update(connectionModels)
        .set({ goneAt: sql`coalesce(${connectionModels.goneAt}, now())` })
        .where(and(eq(connectionModels.connectionId, row.id), inArray(connectionModels.apiModel, [...known.keys()])))
    await tx.update(modelConnections).set(checkColumns(check)).where(eq(modelConnections.id, row.id))
    return success(null)
  })
}

const modelAt = (connectionId: string, apiModel: string) =>
  and(eq(connectionModels.connectionId, connectionId), eq(connectionModels.apiModel, apiModel))

/** Says which models can be chosen, and what they cost. Of a server without a complete list new ids are added. */
export async function chooseConnectionModels(
  deps: ConnectionDeps,
  { userId, id, models }: Place & Pick<z.output<typeof chooseConnectionModelsBody>, 'models'>,
): AsyncResult<ConnectionShape> {
  const allowed = await mayChange(deps, { userId, id })
  if (!allowed.ok) return allowed
  const { row } = allowed.value
  const audience = row.userId === null ? 'everyone' : 'me'
  return changeRows(deps, allowed.value, async (tx) => {
    const known = new Map((await modelRowsOf(tx, id)).map((model) => [model.apiModel, model]))
    const taken = new Set([...known.values()].map(({ value }) => value))
    for (const choice of models) {
      const before = known.get(choice.apiModel)
      if (!before && row.kind !== 'openai-images')
        return failure(atField('models', `${row.name} has no model '${choice.apiModel}'.`))
      const found = before?.found ?? foundById(choice.apiModel)
      const isShown = choice.isShown ?? before?.isShown ?? true
      const credits = choice.credits ?? before?.priceHundredths ?? undefined
      const price = priceOf(found, isShown ? { ...choice, credits } : undefined, { audience, money: deps.money })
      if (!price.ok) return failure(atField('models', price.error))
      // A price that was entered holds for every size.
      const prices = choice.credits === undefined ? {} : { priceHundredths: choice.credits, pricesByResolution: null }
      const set = {
        isShown,
        ...prices,
        ...(choice.seconds !== undefined && { seconds: choice.seconds }),
        ...(isShown && { shownAt: before?.shownAt ?? new Date() }),
      }
      if (before) {
        await tx.update(connectionModels).set(set).where(modelAt(id, choice.apiModel))
        continue
      }
      const value = freshValue(id, choice.apiModel, taken)
      taken.add(value)
      await tx
        .insert(connectionModels)
        .values({ connectionId: id, userId: row.userId, apiModel: choice.apiModel, value, found, ...set })
    }
    return success(null)
  })
}

/**
 * Removes an added provider with its key. Cards keep the names of its models; images that wait for it fail with a sentence. @returns
 * The number of models that went with it.
 */
export async function removeConnection(
  deps: ConnectionDeps,
  place: Place,
): AsyncResult<{ id: string; models: number }> {
  const allowed = await mayChange(deps, place)
  if (!allowed.ok) return allowed
  const { row, scope } = allowed.value
  const removed = await refusableTransaction(scope, async (tx) => {
    const shown = and(eq(connectionModels.connectionId, row.id), eq(connectionModels.isShown, true))
    const [went] = await tx.select({ models: count() }).from(connectionModels).where(shown)
    await tx
      .update(modelConnections)
      .set({ removedAt: new Date(), sealed: null, lastFour: null })
      .where(eq(modelConnections.id, row.id))
    await notifyConnections(tx)
    return success({ id: row.id, models: went?.models ?? 0 })
  })
  if (removed.ok) await deps.connections.reload()
  return removed
}
