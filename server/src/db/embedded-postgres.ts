import { SUPERUSER } from './embedded/cluster.ts'
import { prepareHome } from './embedded/cluster-home.ts'
import { APP_NAME, connectionStringFor } from './embedded/keeper.ts'
import type { Log } from './embedded/log.ts'
import type { Durability } from './embedded/postmaster.ts'
import type { RunAs } from './embedded/run-as.ts'
import { supervise } from './embedded/supervise.ts'

/** A PostgreSQL of our own that this server uses, perhaps together with others. */
export type EmbeddedPostgres = {
  /** the app's database, as its owner */
  connectionString: string
  /** the maintenance database, as superuser: for tests and tools that make databases */
  adminConnectionString: string
  /** resolves when PostgreSQL answers; brings it up if it must. It is also brought back unasked when it dies */
  ensureRunning(): Promise<void>
  /** leaves it, and stops it if no other server uses it. Close all pools first */
  stop(): Promise<void>
}

type Options = {
  /** the cluster is in its subfolder `postgres`, made on first use */
  dataDir: string
  log: Log
  /** `none` gives up safety for speed: for tests */
  durability?: Durability
  /** default: whatever this machine allows */
  runAs?: RunAs
}

/**
 * Opens the PostgreSQL of this data folder: attaches to it if it runs, else starts it, and makes it if there is none.
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
