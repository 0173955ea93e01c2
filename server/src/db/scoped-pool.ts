import pg from 'pg'
import { opensTransaction, prepareSettings, ScopedQuery, type SettingPlan } from './scoped-query.ts'
import { userInScope } from './user-scope.ts'

type Answered = (error: Error | undefined, result: pg.QueryResult) => void
type Given = readonly [statement: string | pg.QueryConfig, values?: unknown[], answered?: Answered]
/** The forms of `query` of a pool or a connection that Drizzle and this code use. */
type Send = (statement: string | pg.QueryConfig | ScopedQuery, values?: unknown[], answered?: Answered) => unknown

/** A statement with the user in scope; null in the system scope. */
function forUser([statement, values]: Given, plan: SettingPlan): ScopedQuery | null {
  const userId = userInScope()
  if (userId === null) return null
  const config = typeof statement === 'string' ? { text: statement } : statement
  return new ScopedQuery(values ? { ...config, values } : config, { userId, plan })
}

/** Sets the user in scope at the begin of a connection's transactions, until their end. */
function carryInTransactions(client: pg.ClientBase, plan: SettingPlan): void {
  const send = client.query.bind(client) as Send
  const query = (...given: Given): unknown => {
    const [statement] = given
    const text = typeof statement === 'string' ? statement : statement.text
    const begun = text !== undefined && opensTransaction(text) ? forUser(given, plan) : null
    if (!begun) return send(...given)
    return new Promise((resolve, reject) =>
      send(begun, undefined, (error, result) => (error ? reject(error) : resolve(result))),
    )
  }
  client.query = query as typeof client.query
}

/**
 * Opens a pool whose statements and transactions carry the user in scope. The scope is read here and not where a statement is
 * sent: the pool hands connections from one caller to the next.
 */
export function openScopedPool(config: pg.PoolConfig, plan: SettingPlan): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    onConnect: async (client) => {
      if (plan === 'prepared') await client.query(prepareSettings)
      carryInTransactions(client, plan)
    },
  })
  const send = pool.query.bind(pool) as Send
  const query = (...given: Given): unknown => {
    const asked = forUser(given, plan)
    return asked ? send(asked, undefined, given[2]) : send(...given)
  }
  pool.query = query as typeof pool.query
  return pool
}
