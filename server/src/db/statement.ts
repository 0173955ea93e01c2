import { createHash } from 'node:crypto'
import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Querier } from './database.ts'
import { type Columns, checkColumns, query } from './sql/query.ts'

/** A statement with the names of its values, in the order of $1, $2 and so on. */
type Written = { readonly name: string; readonly text: string; readonly order: readonly string[] }

const dialect = new PgDialect()

const nameOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 20)

function write<Values>(build: (values: Values) => SQL, names: readonly (keyof Values & string)[]): Written {
  const places = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as Values
  const { sql: text, params } = dialect.sqlToQuery(build(places))
  return { name: nameOf(text), text, order: params.map((param) => (param as Placeholder).name) }
}

/**
 * A frequent statement for which building and planning it takes longer than running it. Outside of transactions it is built
 * once, and planned once for each connection; within one it is a statement like any other. Its columns are checked as those of `query`. @param names The values
 * that `build` reads. Each must be a parameter of the statement, and none may shape its text.
 */
export function statement<Row extends Record<string, unknown>, Values extends Record<string, unknown>>(
  columns: Columns<Row>,
  names: readonly (keyof Values & string)[],
  build: (values: Values) => SQL,
): (db: Querier, values: Values) => Promise<Row[]> {
  let written: Written | undefined
  return async (db, values) => {
    if (!('runPlanned' in db) || !db.runPlanned) return (await query<Row>(db, columns, build(values))).rows
    written ??= write(build, names)
    const { name, text, order } = written
    const { rows, fields } = await db.runPlanned<Row>({ name, text, values: order.map((each) => values[each]) })
    checkColumns(columns, fields)
    return rows
  }
}

/**
 * The same for a read with a few forms: each text is planned once for each connection. Values must be parameters, except limits:
 * with a parameter, PostgreSQL would not know how few rows are meant.
 */
export async function plannedRows<Row extends Record<string, unknown>>(
  db: Querier,
  columns: Columns<Row>,
  read: SQL,
): Promise<Row[]> {
  if (!('runPlanned' in db) || !db.runPlanned) return (await query<Row>(db, columns, read)).rows
  const { sql: text, params } = dialect.sqlToQuery(read)
  const { rows, fields } = await db.runPlanned<Row>({ name: nameOf(text), text, values: params })
  checkColumns(columns, fields)
  return rows
}
