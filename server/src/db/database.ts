import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import * as accounts from './schema/accounts.ts'
import * as auditLog from './schema/audit-log.ts'
import * as events from './schema/events.ts'
import * as files from './schema/files.ts'
import * as generations from './schema/generations.ts'
import * as jobs from './schema/jobs.ts'
import * as profiles from './schema/profiles.ts'
import * as projects from './schema/projects.ts'
import * as search from './schema/search.ts'
import * as shares from './schema/shares.ts'
import * as styles from './schema/styles.ts'
import * as uploads from './schema/uploads.ts'
import { openScopedPool } from './scoped-pool.ts'

export const schema = {
  ...accounts,
  ...auditLog,
  ...events,
  ...files,
  ...generations,
  ...jobs,
  ...profiles,
  ...projects,
  ...search,
  ...shares,
  ...styles,
  ...uploads,
}

/** A statement that PostgreSQL plans once for each connection, under its name. */
export type PlannedStatement = { readonly name: string; readonly text: string; readonly values: unknown[] }

export type Database = NodePgDatabase<typeof schema> & {
  /** Left out where connections go through a pooler, which gives each transaction another one. For `statement` alone. */
  readonly runPlanned?: <Row extends pg.QueryResultRow>(planned: PlannedStatement) => Promise<Row[]>
}
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
/** Either: for reads inside or outside of a transaction. */
export type Querier = Database | Transaction

export type DatabasePool = { readonly db: Database; close(): Promise<void> }

const usualStatementSeconds = 30

/** Times stay text, as Drizzle passes them on: timestamptz, timestamp, date and interval by their numbers in PostgreSQL. */
const momentTypes = new Set([1184, 1114, 1082, 1186])
const types: pg.CustomTypesConfig = {
  getTypeParser: ((id: number, format: 'text') =>
    momentTypes.has(id)
      ? (value: string) => value
      : pg.types.getTypeParser(id, format)) as typeof pg.types.getTypeParser,
}

/**
 * Opens a pool. A lost connection is logged and replaced at the next query. Statements in a user's scope (`user-scope.ts`) show
 * and change that user's rows alone. @param connectionString `postgres://…`, also with `host=` a socket folder. @param
 * options.plans `each-time`: behind a pooler. Left out: frequent statements are planned once.
 */
export function openDatabase(
  connectionString: string,
  options: {
    connections: number
    statementSeconds?: number
    plans?: 'once' | 'each-time'
    onError(error: Error): void
  },
): DatabasePool {
  const pool = openScopedPool(
    {
      connectionString,
      max: options.connections,
      connectionTimeoutMillis: 5_000,
      statement_timeout: (options.statementSeconds ?? usualStatementSeconds) * 1_000,
      idle_in_transaction_session_timeout: 60_000,
      application_name: 'espalier',
    },
    options.plans === 'each-time' ? 'each-time' : 'prepared',
  )
  pool.on('error', options.onError)
  // The pool listens to idle connections only: one that is lost between two statements of a transaction would otherwise
  // end the process with an unhandled 'error'.
  pool.on('connect', (client) => client.on('error', options.onError))
  const db = drizzle(pool, { schema })
  const runPlanned: Database['runPlanned'] = async (planned) => (await pool.query({ ...planned, types })).rows
  return { db: options.plans === 'each-time' ? db : Object.assign(db, { runPlanned }), close: () => pool.end() }
}
