import { NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { UserId } from '#domain/account/user-id.ts'
import { isOutOfTurn } from './database-error.ts'
import { type Bounds, openConnections, ScopedPool } from './scoped-pool.ts'
import { visitorId } from './scoped-query.ts'

/** A statement that PostgreSQL plans once for each connection, under its name. */
export type PlannedStatement = { readonly name: string; readonly text: string; readonly values: unknown[] }

type Handle = NodePgDatabase & {
  /** Left out where connections go through a pooler, which gives each transaction another one. For `statement` alone. */
  readonly runPlanned?: <Row extends pg.QueryResultRow>(planned: PlannedStatement) => Promise<pg.QueryResult<Row>>
}

/** Sees and changes the rows of one user: what the calls of signed-in users take. A visitor's sees none. */
export type UserDatabase = Handle & { readonly scope: 'user' }
/** Sees and changes the rows of all users: for workers, sweeps, sign-in, and review links once they are proven. */
export type SystemDatabase = Handle & { readonly scope: 'system' }
/** For features that calls and background tasks share. */
export type Database = UserDatabase | SystemDatabase
export type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]
/** Either: for reads inside or outside of a transaction. */
export type Querier = Database | Transaction

/** Reach of a user's handle, and its end. */
export type UserReach = { readonly projectId?: string | null | undefined; readonly deadline?: AbortSignal | undefined }

/** The handles of one pool of connections. */
export type Databases = {
  readonly system: SystemDatabase
  /** The same for one request: nothing of it begins after the deadline. */
  systemUntil(deadline: AbortSignal): SystemDatabase
  /**
   * Made for each request: it costs no connection.
   * @param reach.projectId The one project that a token reaches; null: all.
   * @param reach.deadline When aborted, no further statement begins and open transactions are rolled back (`DeadlinePassed`).
   */
  forUser(userId: UserId, reach?: UserReach): UserDatabase
  /** For calls without a session: row-level security shows them no rows. */
  readonly forVisitor: UserDatabase
}

export type DatabasePool = Databases & { close(): Promise<void> }

const defaultStatementSeconds = 30

/** Times stay text, as Drizzle passes them on: timestamptz, timestamp, date and interval by their numbers in PostgreSQL. */
const momentTypes = new Set([1184, 1114, 1082, 1186])
const types: pg.CustomTypesConfig = {
  getTypeParser: ((id: number, format: 'text') =>
    momentTypes.has(id)
      ? (value: string) => value
      : pg.types.getTypeParser(id, format)) as typeof pg.types.getTypeParser,
}

/**
 * Opens a pool. A transaction that PostgreSQL ended for the sake of another one is repeated once, so that its work may run twice:
 * it changes nothing but rows. A lost connection is logged and replaced at the next query. @param connectionString `postgres://…`, also with
 * `host=` a socket folder. @param options.plans `each-time`: behind a pooler. Left out: frequent statements are planned once.
 */
export function openDatabase(
  connectionString: string,
  options: {
    connections: number
    statementSeconds?: number
    plans?: 'once' | 'each-time'
    onError(error: Error): void
    /** A transaction is repeated, because it was in a deadlock or could not be serialized. Left out: not counted. */
    onRepeat?(): void
  },
): DatabasePool {
  const connections = openConnections(
    {
      connectionString,
      max: options.connections,
      connectionTimeoutMillis: 5_000,
      statement_timeout: (options.statementSeconds ?? defaultStatementSeconds) * 1_000,
      idle_in_transaction_session_timeout: 60_000,
      application_name: 'espalier',
    },
    options.plans === 'each-time' ? 'each-time' : 'prepared',
  )
  const { pool, plan } = connections
  pool.on('error', options.onError)
  // The pool listens to idle connections only: one that is lost between two statements of a transaction would otherwise
  // end the process with an unhandled 'error'.
  pool.on('connect', (client) => client.on('error', options.onError))

  function open(bounds: Bounds): Handle {
    const scoped = new ScopedPool(connections, bounds)
    // Drizzle's own `drizzle(pool)` wants a whole pool, and reads the schema again for each handle.
    const db = new NodePgDatabase(
      dialect,
      new NodePgSession(scoped as unknown as pg.Pool, dialect, undefined),
      undefined,
    )
    const begin: Handle['transaction'] = db.transaction.bind(db)
    db.transaction = async (work, config) => {
      try {
        return await begin(work, config)
      } catch (error) {
        if (!isOutOfTurn(error)) throw error
        options.onRepeat?.()
        return begin(work, config)
      }
    }
    const runPlanned: Handle['runPlanned'] = (planned) => scoped.query({ ...planned, types })
    return plan === 'each-time' ? db : Object.assign(db, { runPlanned })
  }
  const forUser: Databases['forUser'] = (userId, { projectId = null, deadline } = {}) =>
    Object.assign(open({ scope: { userId, projectId }, deadline }), { scope: 'user' as const })
  const openSystem = (deadline?: AbortSignal) =>
    Object.assign(open({ scope: 'system', deadline }), { scope: 'system' as const })
  return {
    system: openSystem(),
    systemUntil: openSystem,
    forUser,
    forVisitor: forUser(visitorId),
    close: () => pool.end(),
  }
}

const dialect = new PgDialect()
