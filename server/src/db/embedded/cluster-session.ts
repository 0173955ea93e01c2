import pg from 'pg'
import { advisoryLocks } from '#server/db/advisory-locks.ts'
import { SUPERUSER } from './cluster.ts'
import { SOCKET_PORT } from './cluster-home.ts'
import type { ClusterHome } from './own-folders.ts'

/**
 * The standing connection of a server: it holds a shared advisory lock for as long as the server lives. The holders of the
 * lock are the servers that use this PostgreSQL; it is released by the system when a server dies.
 */
export type ClusterSession = {
  /** releases the lock; true: no other server holds it, and none can take it before this connection ends */
  leave(): Promise<boolean>
  close(): Promise<void>
}

/** `absent`: nothing listens on the socket. `busy`: PostgreSQL is there, but starting, stopping or full. */
export type Attachment = { is: 'attached'; session: ClusterSession } | { is: 'busy' | 'absent'; reason: string }

/** The database and the role that the app works with. */
export const APP_NAME = 'espalier'

const CONNECT_TIMEOUT_MS = 3_000

/** The address of one database of this cluster. */
export const connectionStringFor = (home: ClusterHome, user: string, database: string) =>
  // "localhost" only makes it a valid URL: `host` is what counts, for pg as for psql.
  `postgres://${user}@localhost:${SOCKET_PORT}/${database}?host=${encodeURIComponent(home.socketFolder)}`

/** Connects to the PostgreSQL of this cluster, if it runs, and takes the shared lock. Calls `onLost` when the connection is lost. */
export async function attach(home: ClusterHome, onLost: () => void): Promise<Attachment> {
  const client = newClient(home)
  let attached = false
  let closing = false
  client.once('end', () => {
    if (attached && !closing) onLost()
  })
  const close = async () => {
    closing = true
    await client.end().catch(() => undefined)
  }

  try {
    await client.connect()
    // Waits while the last server to leave holds it exclusively; the shutdown then ends this connection, and the caller retries.
    await client.query('select pg_advisory_lock_shared($1)', [advisoryLocks.embeddedCluster])
    await ensureAppDatabase(client)
    attached = true
    return { is: 'attached', session: { leave: () => leave(client), close } }
  } catch (error) {
    await close()
    return describeFailure(error)
  }
}

/**
 * Whether PostgreSQL accepts new connections. An existing one proves little: its process outlives a killed postmaster by a
 * moment.
 */
export async function answers(home: ClusterHome): Promise<boolean> {
  const client = newClient(home)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

function newClient(home: ClusterHome): pg.Client {
  const client = new pg.Client({
    connectionString: connectionStringFor(home, SUPERUSER, 'postgres'),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'espalier-session',
  })
  // Also reported through 'end' and by each query; without a listener the error would end the process.
  client.on('error', () => undefined)
  return client
}

async function leave(client: pg.Client): Promise<boolean> {
  await client.query('select pg_advisory_unlock_shared($1)', [advisoryLocks.embeddedCluster])
  const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [
    advisoryLocks.embeddedCluster,
  ])
  return rows[0]?.alone === true
}

/** Creates the role and its database. The role has no rights beyond it, so an injected statement does not run as superuser. */
async function ensureAppDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select 1 from pg_database where datname = $1', [APP_NAME])
  if (rows.length > 0) return
  await client.query(`create role ${APP_NAME} login`).catch(ignoreDuplicate)
  await client.query(`create database ${APP_NAME} owner ${APP_NAME}`).catch(ignoreDuplicate)
}

/** Ignores the errors of two servers that open a new cluster at once: unique violation, duplicate database, duplicate object, in use. */
function ignoreDuplicate(error: unknown): void {
  if (!['23505', '42P04', '42710', '55006'].includes(sqlState(error))) throw error
}

function describeFailure(error: unknown): Attachment {
  const reason = error instanceof Error ? error.message : String(error)
  const isAbsent = ['ENOENT', 'ECONNREFUSED'].includes(sqlState(error))
  return { is: isAbsent ? 'absent' : 'busy', reason }
}

const sqlState = (error: unknown) => String((error as { code?: unknown }).code ?? '')
