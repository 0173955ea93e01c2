import { createHash } from 'node:crypto'
import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Querier } from './database.ts'

/** A statement with the names of its values, in the order of $1, $2 and so on. */
type Written = { readonly name: string; readonly text: string; readonly order: readonly string[] }

const dialect = new PgDialect()

function write<Values>(build: (values: Values) => SQL, names: readonly (keyof Values & string)[]): Written {
  const places = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as Values
  const { sql: text, params } = dialect.sqlToQuery(build(places))
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 20)
  return { name, text, order: params.map((param) => (param as Placeholder).name) }
}

/**
 * A read that is asked for so often that writing and planning it each time takes longer than running it. Outside of transactions
 * it is written once, and planned once for each connection; within one it is a statement like any other.
 * @param names What `build` reads of the values. Each must go into the statement as a value, and none may shape its text.
 */
export function statement<Row extends Record<string, unknown>, Values extends Record<string, unknown>>(
  names: readonly (keyof Values & string)[],
  build: (values: Values) => SQL,
): (db: Querier, values: Values) => Promise<Row[]> {
  let written: Written | undefined
  return async (db, values) => {
    if (!('runPlanned' in db) || !db.runPlanned) return (await db.execute(build(values))).rows as Row[]
    written ??= write(build, names)
    const { name, text, order } = written
    return db.runPlanned<Row>({ name, text, values: order.map((each) => values[each]) })
  }
}
