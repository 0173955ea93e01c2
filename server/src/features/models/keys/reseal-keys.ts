import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/database.ts'
import { query } from '#server/db/sql/query.ts'
import { placeOf as webhookPlace } from '#server/features/webhooks/webhook-rows.ts'
import type { KeyPlace, KeySeal } from '#server/models/seal-key.ts'
import { connectionPlace } from '../connections/connection-rows.ts'

/** `already`: sealed under the new secret by an earlier, interrupted change. `lost`: neither secret opens them. */
export type Resealed = { readonly resealed: number; readonly already: number; readonly lost: number }

/** A column of bytes that a `KeySeal` has sealed; a test finds every column of bytes here, or among the hashes. */
export type SealedColumn = {
  readonly table: string
  readonly column: string
  /** The columns of the primary key. */
  readonly key: readonly string[]
  /** Context in which the bytes of a row open. @param row The key of the row, and its `user_id`, empty where it has none. */
  placeOf(row: Readonly<Record<string, string>>): KeyPlace
}

const ofWebhook = (column: string): SealedColumn => ({
  table: 'webhooks',
  column,
  key: ['id'],
  placeOf: ({ id = '', user_id: userId = '' }) => webhookPlace({ id, userId }),
})

/** Everything that is sealed under the server's secret and kept for longer than an hour. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'model_keys',
    column: 'sealed',
    key: ['user_id', 'provider'],
    placeOf: ({ user_id: userId = '', provider = '' }) => ({ userId, provider }),
  },
  { table: 'model_connections', column: 'sealed', key: ['id'], placeOf: ({ id = '' }) => connectionPlace(id) },
  {
    table: 'language_models',
    column: 'sealed',
    key: ['user_id'],
    placeOf: ({ user_id: userId = '' }) => ({ userId, provider: 'language-model' }),
  },
  ofWebhook('secret'),
  ofWebhook('old_secret'),
]

type Seals = { readonly old: KeySeal; readonly next: KeySeal }

/** The bytes under the new secret; or why there is nothing to write. */
function resealed(sealed: Uint8Array, place: KeyPlace, { old, next }: Seals): Buffer | 'already' | 'lost' {
  const key = old.open(sealed, place)
  if (key !== null) return next.seal(key, place)
  return next.open(sealed, place) === null ? 'lost' : 'already'
}

const isRow = (row: Readonly<Record<string, string>>, key: readonly string[]): SQL =>
  sql.join(
    key.map((name) => sql`${sql.identifier(name)}::text = ${row[name] ?? ''}`),
    sql` and `,
  )

/** Encrypts all keys of users, of their assistants and of added providers, and all secrets of webhooks, under another secret. */
export async function resealKeys(tx: Transaction, seals: Seals): Promise<Resealed> {
  const counts = { resealed: 0, already: 0, lost: 0 }
  for (const { table, column, key, placeOf } of sealedColumns) {
    const { rows } = await query<{ row: Record<string, string>; sealed: string }>(
      tx,
      { row: 'json', sealed: 'string' },
      sql`select to_jsonb(kept) as row, encode(${sql.identifier(column)}, 'hex') as sealed
        from ${sql.identifier(table)} kept where ${sql.identifier(column)} is not null for update`,
    )
    for (const { row, sealed } of rows) {
      const bytes = resealed(Buffer.from(sealed, 'hex'), placeOf(row), seals)
      counts[typeof bytes === 'string' ? bytes : 'resealed']++
      if (typeof bytes !== 'string')
        await tx.execute(sql`update ${sql.identifier(table)}
          set ${sql.identifier(column)} = decode(${bytes.toString('hex')}, 'hex') where ${isRow(row, key)}`)
    }
  }
  return counts
}
