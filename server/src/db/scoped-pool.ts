import pg from 'pg'
import {
  denyByDefault,
  opensTransaction,
  prepareSettings,
  type Scope,
  ScopedQuery,
  type SettingPlan,
} from './scoped-query.ts'

/** The connections of a process, and how their scope is set. */
export type Connections = { readonly pool: pg.Pool; readonly plan: SettingPlan }

/** The user whose rows the statements of a handle touch, and the time until which they may begin. */
export type Bounds = { readonly scope: Scope; readonly deadline?: AbortSignal | undefined }

/**
 * Opens the connections. A statement that is sent without a scope sees no rows of tables under row-level security: each connection
 * starts in the scope of a user that doesn't exist. Behind a pooler, which lends another connection for each transaction, there is
 * nothing to start: there, the types alone see to it that every statement has a scope.
 */
export function openConnections(config: pg.PoolConfig, plan: SettingPlan): Connections {
  const onConnect = async (client: pg.ClientBase) => {
    if (plan === 'prepared') await client.query(`${denyByDefault};${prepareSettings}`)
  }
  return { pool: new pg.Pool({ ...config, onConnect }), plan }
}

const rollback = /^\s*rollback\b/i

/** One connection during a transaction, whose `begin` carries the scope until its end. */
class ScopedClient {
  readonly #client: pg.PoolClient
  readonly #bounds: Bounds
  readonly #plan: SettingPlan

  constructor(client: pg.PoolClient, bounds: Bounds, plan: SettingPlan) {
    this.#client = client
    this.#bounds = bounds
    this.#plan = plan
  }

  /** @throws The deadline's reason once it has passed, for every statement but `rollback`; for `commit` as well. */
  async query(statement: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    const { scope, deadline } = this.#bounds
    if (!opensTransaction(statement.text)) {
      if (!rollback.test(statement.text)) deadline?.throwIfAborted()
      return this.#client.query(statement, values)
    }
    if (deadline?.aborted) {
      this.#client.release()
      throw deadline.reason
    }
    const begin = new ScopedQuery(statement, { scope, plan: this.#plan })
    return new Promise((resolve, reject) => {
      begin.callback = (error, result) => {
        if (!error) return resolve(result)
        // Drizzle gives a connection back only after its transaction has begun.
        this.#client.release(error)
        reject(error)
      }
      this.#client.query(begin as unknown as pg.Submittable)
    })
  }

  release(): void {
    this.#client.release()
  }
}

/**
 * A pool whose statements and transactions all run in one scope, for Drizzle, which calls `query` and `connect` and takes a client
 * for a pool by the word in the name of its class.
 */
export class ScopedPool {
  readonly #connections: Connections
  readonly #bounds: Bounds

  constructor(connections: Connections, bounds: Bounds) {
    this.#connections = connections
    this.#bounds = bounds
  }

  /** @throws The deadline's reason once it has passed. */
  async query<Row extends pg.QueryResultRow>(
    statement: pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>> {
    const { pool, plan } = this.#connections
    const { scope, deadline } = this.#bounds
    deadline?.throwIfAborted()
    const config = values ? { ...statement, values } : statement
    const asked = new ScopedQuery(config, { scope, plan })
    // The pool answers everything by a promise; its types know this of its own queries alone.
    return pool.query(asked as unknown as pg.QueryConfig)
  }

  async connect(): Promise<ScopedClient> {
    const { pool, plan } = this.#connections
    return new ScopedClient(await pool.connect(), this.#bounds, plan)
  }
}
