import { inArray } from 'drizzle-orm'
import type { ConnectionModelShape, ConnectionShape } from '#contract/models/model-connection.ts'
import type { UserId } from '#domain/account/user-id.ts'
import type { Querier, SystemDatabase, UserDatabase } from '#server/db/database.ts'
import { connectionModels } from '#server/db/schema/model-connections.ts'
import { isOperator } from '#server/features/account/operators.ts'
import { type ConnectionModelRow, type ConnectionRow, listConnectionRows } from './connection-rows.ts'
import { presentFound } from './look-at-provider.ts'

function presentModel(row: ConnectionModelRow): ConnectionModelShape {
  const found = presentFound(row.found)
  return {
    ...found,
    credits: row.priceHundredths,
    seconds: row.seconds ?? found.seconds,
    value: row.value,
    isShown: row.isShown,
    isGone: row.goneAt !== null,
  }
}

/** An added provider on the wire: in full for those who may change it. */
export function presentConnection(
  row: ConnectionRow,
  models: readonly ConnectionModelRow[],
  { canChange }: { readonly canChange: boolean },
): ConnectionShape {
  const { id, kind, name, baseUrl, userId, lastFour, checkState, checkMs, checkReason, checkLeftUsd, checkedAt } = row
  const isChecked = checkState !== null && checkedAt !== null
  return {
    id,
    kind,
    name,
    baseUrl: canChange ? baseUrl : null,
    audience: userId === null ? 'everyone' : 'me',
    canChange,
    lastFour: canChange ? lastFour : null,
    check: isChecked
      ? {
          ...{ state: checkState, ms: checkMs, reason: checkReason, at: checkedAt.toISOString() },
          ...(canChange && checkLeftUsd !== null && { leftUsd: checkLeftUsd }),
        }
      : null,
    models: models.filter(({ isShown }) => canChange || isShown).map(presentModel),
  }
}

async function withModels(db: Querier, rows: readonly ConnectionRow[], canChange: boolean): Promise<ConnectionShape[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const models = await db.select().from(connectionModels).where(inArray(connectionModels.connectionId, ids))
  const byConnection = Map.groupBy(
    models.toSorted((a, b) => a.found.name.localeCompare(b.found.name, 'en')),
    ({ connectionId }) => connectionId,
  )
  return rows.map((row) => presentConnection(row, byConnection.get(row.id) ?? [], { canChange }))
}

/** The added providers that a person may use: those for everybody, then their own. */
export async function listConnections(
  { db, system }: { db: UserDatabase; system: SystemDatabase },
  userId: UserId,
): Promise<{ items: ConnectionShape[]; nextCursor: null; canAddForEveryone: boolean }> {
  const canAddForEveryone = await isOperator(system, userId)
  const items = [
    ...(await withModels(system, await listConnectionRows(system, null), canAddForEveryone)),
    ...(await withModels(db, await listConnectionRows(db, userId), true)),
  ]
  return { items, nextCursor: null, canAddForEveryone }
}
