import { SUPERUSER } from './cluster.ts'
import { type Log, prepareHome } from './cluster-home.ts'
import { APP_NAME, connectionStringFor } from './cluster-session.ts'
import type { Durability } from './postmaster.ts'
import type { RunAs } from './run-as.ts'
import { supervise } from './supervise.ts'

/** The embedded PostgreSQL of a data folder, which several servers may share. */
export type EmbeddedPostgres = {
  /** the app's database, as its owner */
  connectionString: string
  /** the maintenance database, as superuser: for tests and tools that make databases */
  adminConnectionString: string
  /** resolves when PostgreSQL answers; starts it if needed. It is also restarted without a call when it dies */
  ensureRunning(): Promise<void>
  /** detaches, and stops PostgreSQL if no other server uses it. Close all pools first */
  stop(): Promise<void>
}

type Options = {
  /** the cluster is in its subfolder `postgres`, made on first use */
  dataDir: string
  log: Log
  /** `none` gives up safety for speed: for tests */
  durability?: Durability
  /** default: what this machine allows */
  runAs?: RunAs
}

/**
 * Opens the PostgreSQL of this data folder: attaches to it if it runs, else starts it, and creates the cluster if there is none.
 * It listens on a Unix socket only.
 * @throws Error that says what to do, where PostgreSQL cannot run here or does not answer within a minute
 */
export async function openEmbeddedPostgres({
  dataDir,
  log,
  durability = 'full',
  runAs,
}: Options): Promise<EmbeddedPostgres> {
  const home = await prepareHome({ dataDir, log, ...(runAs && { runAs }) })
  const { ensureRunning, stop } = supervise(home, { log, durability })
  await ensureRunning()
  return {
    connectionString: connectionStringFor(home, APP_NAME, APP_NAME),
    adminConnectionString: connectionStringFor(home, SUPERUSER, 'postgres'),
    ensureRunning,
    stop,
  }
}
