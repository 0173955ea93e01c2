import { and, asc, count, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { UserId } from '#domain/account/user-id.ts'
import { modelOfConnection } from '#domain/models/found-model.ts'
import type { Model } from '#domain/models/model.ts'
import { lockSeeds } from '#server/db/advisory-locks.ts'
import type { Querier, SystemDatabase, Transaction } from '#server/db/database.ts'
import { users } from '#server/db/schema/accounts.ts'
import { connectionModels, modelConnections } from '#server/db/schema/model-connections.ts'
import type { KeyPlace, KeySeal } from '#server/models/seal-key.ts'
import type { Endpoint, OpenEndpoint } from '#server/providers/provider.ts'

export type ConnectionRow = typeof modelConnections.$inferSelect
export type ConnectionModelRow = typeof connectionModels.$inferSelect

/** Wakes every process to read the models of added providers again. */
export const connectionsChannel = 'espalier_model_connections'

/** Where the key of an added provider is sealed: it opens in its own row alone. */
export const connectionPlace = (id: string): KeyPlace => ({ userId: id, provider: 'connection' })

/** The rows of a person, or of the operator. */
const ownedBy = (userId: UserId | null) =>
  userId === null ? isNull(modelConnections.userId) : eq(modelConnections.userId, userId)

/** An added provider that was not removed. */
export async function findConnection(db: Querier, id: string): Promise<ConnectionRow | null> {
  const [row] = await db
    .select()
    .from(modelConnections)
    .where(and(eq(modelConnections.id, id), isNull(modelConnections.removedAt)))
  return row ?? null
}

/** The added providers of a person, or of the operator, the oldest first. */
export const listConnectionRows = (db: Querier, userId: UserId | null): Promise<ConnectionRow[]> =>
  db
    .select()
    .from(modelConnections)
    .where(and(ownedBy(userId), isNull(modelConnections.removedAt)))
    .orderBy(asc(modelConnections.createdAt), asc(modelConnections.id))

/** The models of an added provider, by their names. */
export const modelRowsOf = (db: Querier, connectionId: string): Promise<ConnectionModelRow[]> =>
  db
    .select()
    .from(connectionModels)
    .where(eq(connectionModels.connectionId, connectionId))
    .orderBy(sql`lower(${connectionModels.found}->>'name')`, asc(connectionModels.apiModel))

/** Number of added providers a person, or the operator, has. */
export async function countConnections(db: Querier, userId: UserId | null): Promise<number> {
  const [found] = await db
    .select({ all: count() })
    .from(modelConnections)
    .where(and(ownedBy(userId), isNull(modelConnections.removedAt)))
  return found?.all ?? 0
}

/** One change of the count or the names at a time. */
export async function lockConnections(tx: Transaction, userId: UserId | null): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${userId ?? 'everyone'}, ${lockSeeds.connections}))`,
  )
}

/** Hosts of internal networks that people's own providers may be at, in lower case. */
export type AllowedHosts = ReadonlySet<string>

/** Where an added provider is, and how it may be reached. */
export function endpointOf(
  { name, baseUrl, userId }: Pick<ConnectionRow, 'name' | 'baseUrl' | 'userId'>,
  allowed: AllowedHosts,
): Endpoint {
  const isAllowed = userId === null || baseUrl === null || allowed.has(new URL(baseUrl).hostname.toLowerCase())
  return { name, baseUrl, reach: isAllowed ? 'anywhere' : 'public' }
}

/** The same with its key in the clear; null where it was removed, or its key can't be opened any more. */
export async function openConnection(
  { db, keySeal, allowedHosts }: { db: Querier; keySeal: KeySeal; allowedHosts: AllowedHosts },
  id: string,
): Promise<(OpenEndpoint & Pick<ConnectionRow, 'userId'>) | null> {
  const row = await findConnection(db, id)
  if (!row) return null
  const key = row.sealed === null ? '' : keySeal.open(row.sealed, connectionPlace(id))
  return key === null ? null : { ...endpointOf(row, allowedHosts), key, userId: row.userId }
}

/** The entry of the picker for a row. */
function modelOfRow(model: ConnectionModelRow, connection: ConnectionRow): Model {
  const { value, found, priceHundredths, pricesByResolution, seconds, isShown, goneAt } = model
  const { id, name, kind, userId, removedAt } = connection
  const price = { priceHundredths: priceHundredths ?? 0, ...(pricesByResolution && { pricesByResolution }) }
  const entry = modelOfConnection({ provider: kind, connection: { id, name, ownerId: userId }, value }, found, {
    price,
    seconds,
  })
  return {
    ...entry,
    ...(goneAt !== null && { retired: `${name} lists ${found.name} no more.` }),
    ...(removedAt !== null && { retired: `${name} was removed from this server.` }),
    ...((!isShown || removedAt !== null) && { isHidden: true }),
  }
}

/** Whether a provider is everyone's, or its owner's account is not deleted: the row of a deleted one stays until its removal begins. */
const hasOwner = sql`(${modelConnections.userId} is null
  or exists (select 1 from ${users} where ${users.id} = ${modelConnections.userId} and ${users.deletedAt} is null))`

/** Every model of an added provider that could ever be chosen, removed ones too, so that cards keep its name. */
export async function readAddedModels(db: SystemDatabase): Promise<Model[]> {
  const rows = await db
    .select({ model: connectionModels, connection: modelConnections })
    .from(connectionModels)
    .innerJoin(modelConnections, eq(modelConnections.id, connectionModels.connectionId))
    .where(and(or(isNotNull(connectionModels.shownAt), eq(connectionModels.isShown, true)), hasOwner))
    .orderBy(
      asc(modelConnections.createdAt),
      asc(modelConnections.id),
      sql`lower(${connectionModels.found}->>'name')`,
      asc(connectionModels.apiModel),
    )
  return rows.map(({ model, connection }) => modelOfRow(model, connection))
}

/** Notifies every process, once the transaction is committed. */
export async function notifyConnections(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_notify(${connectionsChannel}, '')`)
}
