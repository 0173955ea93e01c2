import type { Hono } from 'hono'
import type { DatabasePool } from '#server/db/database.ts'
import type { AppEnv } from '#server/http/app-context.ts'
import { openBackground } from './open-background.ts'
import { openHttp } from './open-http.ts'
import { openLocalModels } from './open-local-models.ts'
import { openPorts, type ServerParts } from './open-ports.ts'
import { openPrograms } from './open-programs.ts'

export type Server = {
  readonly app: Hono<AppEnv>
  readonly database: DatabasePool
  /** Reports not ready, ends the event streams with a time to reconnect, and stops the worker from claiming jobs. */
  drain(): void
  /** Drains the worker and closes the database; a second call waits for the first. */
  stop(): Promise<void>
}

/** Assembles one process and starts its roles. The database must be migrated. */
export function startServer(parts: ServerParts): Server {
  const ports = openPorts(parts)
  const local = openLocalModels(parts, ports)
  const programs = openPrograms(ports)
  let draining = false
  const app = openHttp(parts, ports, { programs, localModels: local.localModels, isDraining: () => draining })
  const background = openBackground(ports, { programs, folder: local.folder })

  async function stopAll(): Promise<void> {
    await ports.addedAtStart
    await local.stop()
    await programs.assistant.close()
    await background.stop()
    await ports.close()
  }
  let stopped: Promise<void> | null = null

  return {
    app,
    database: ports.database,
    drain() {
      draining = true
      ports.followers.endAll()
      background.finish()
    },
    stop() {
      stopped ??= stopAll()
      return stopped
    },
  }
}
