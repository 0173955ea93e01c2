import { readEnv } from '#server/env.ts'
import { createLog } from '#server/operations/log.ts'
import { filesFolder } from '#server/start/open-storage.ts'
import { startServer } from '#server/start/start-server.ts'
import { openDiskStorage } from '#server/storage/disk-storage.ts'
import { createInstantProvider } from './instant-provider.ts'
import { readOrder } from './ordered-process.ts'

/** What the process works on, as JSON on its standard input. */
export type EditingProcess = { readonly connectionString: string; readonly dataDir: string; readonly secret: string }

// A worker of a server, in a process that a test can kill.
const { connectionString, dataDir, secret } = readOrder<EditingProcess>()
startServer({
  env: readEnv({ DATA_DIR: dataDir, ROLES: 'worker', JOB_LEASE_SECONDS: '1', DATABASE_CONNECTIONS: '4' }),
  connectionString,
  secret,
  storage: await openDiskStorage(filesFolder(dataDir)),
  providers: [createInstantProvider()],
  log: createLog('silent'),
})
