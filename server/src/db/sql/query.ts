import type { SQL } from 'drizzle-orm'
import pg from 'pg'
import type { Querier } from '../database.ts'

/** The JavaScript type of a value of a raw row: `json` parsed, `array` of PostgreSQL. */
export type ValueKind = 'string' | 'number' | 'boolean' | 'json' | 'array'

type KindOf<Value> = [Value] extends [string]
  ? 'string'
  : [Value] extends [number]
    ? 'number'
    : [Value] extends [boolean]
      ? 'boolean'
      : 'json' | 'array'

/**
 * The columns of a raw statement: `tsc` compares them with the type of its row, and `checkColumns` with what PostgreSQL returns.
 * PostgreSQL doesn't report whether a column may be null.
 */
export type Columns<Row> = { readonly [Name in keyof Row]-?: KindOf<NonNullable<Row[Name]>> }

const { builtins } = pg.types
/** By the ids of PostgreSQL's types; all others are text, as times and 64-bit integers are. */
const kindsById = new Map<number, ValueKind>([
  ...[builtins.INT2, builtins.INT4, builtins.FLOAT4, builtins.FLOAT8].map((id) => [id, 'number'] as const),
  [builtins.BOOL, 'boolean'],
  [builtins.JSON, 'json'],
  [builtins.JSONB, 'json'],
  // Arrays of int4, text and uuid.
  ...[1_007, 1_009, 2_951].map((id) => [id, 'array'] as const),
])

type Field = Pick<pg.FieldDef, 'name' | 'dataTypeID'>
const kindOf = ({ dataTypeID }: Field): ValueKind => kindsById.get(dataTypeID) ?? 'string'

/** Compares what a statement returns with its row's type. @throws Error naming the columns that differ. */
export function checkColumns(columns: Readonly<Record<string, ValueKind>>, fields: readonly Field[]): void {
  const names = Object.keys(columns)
  const isReturned = (name: string) => fields.some((field) => field.name === name && kindOf(field) === columns[name])
  const isRight = fields.length === names.length && names.every(isReturned)
  if (isRight) return
  const returned = new Map(fields.map((field) => [field.name, kindOf(field)]))
  const wrong = [...new Set([...names, ...returned.keys()])].filter((name) => columns[name] !== returned.get(name))
  const listed = wrong.map(
    (name) => `${name} is ${returned.get(name) ?? 'missing'}, not ${columns[name] ?? 'expected'}`,
  )
  throw new Error(`A statement returns other columns than its row's type: ${listed.join('; ')}.`)
}

/**
 * Runs a raw statement and checks its columns, so that a row's type can't claim what the statement doesn't return.
 * @throws Error where they differ.
 */
export async function query<Row extends Record<string, unknown>>(
  db: Pick<Querier, 'execute'>,
  columns: Columns<Row>,
  read: SQL,
): Promise<{ readonly rows: Row[] }> {
  const { rows, fields } = await db.execute<Row>(read)
  checkColumns(columns, fields)
  return { rows: rows as Row[] }
}
