import type { LocalModel } from '#domain/local-models/local-model.ts'
import { openDatabase } from '#server/db/database.ts'
import { startInstaller } from '#server/features/models/local/installer.ts'
import { openModelFolder } from '#server/features/models/local/model-folder.ts'
import { createLog } from '#server/operations/log.ts'
import { readOrder } from './ordered-process.ts'

/** What the process works on, as JSON on its standard input. */
export type InstallingProcess = {
  readonly connectionString: string
  readonly dataDir: string
  readonly origin: string
  readonly worker: string
  readonly model: LocalModel
}

// Nothing but the installer of a server, in a process that a test can kill.
const order = readOrder<InstallingProcess>()
startInstaller({
  db: openDatabase(order.connectionString, { connections: 2, onError: () => undefined }).system,
  log: createLog('silent'),
  catalogue: [order.model],
  folder: openModelFolder(order.dataDir),
  origin: { mirror: order.origin },
  worker: order.worker,
  leaseSeconds: 0.4,
  downloadLimits: { waitMs: 5, freeBytes: async () => 1e12 },
})
