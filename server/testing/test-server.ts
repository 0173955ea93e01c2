import { rm } from 'node:fs/promises'
import { afterAll, beforeAll } from 'vitest'
import { readEnv } from '#server/env.ts'
import { createLog, type Log } from '#server/operations/log.ts'
import type { ImageProvider } from '#server/providers/provider.ts'
import type { ServerParts } from '#server/start/open-ports.ts'
import { filesFolder } from '#server/start/open-storage.ts'
import { type PlansFile, plansOf } from '#server/start/plans-file.ts'
import { type Server, startServer } from '#server/start/start-server.ts'
import { openDiskStorage } from '#server/storage/disk-storage.ts'
import type { Storage } from '#server/storage/storage.ts'
import { makeDataFolder } from './data-folder.ts'
import { createInstantProvider } from './instant-provider.ts'
import { mergeSettings } from './merged-settings.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { notePublicUrl } from './test-origin.ts'

export type TestServer = Server & {
  readonly storage: Storage
  /** The data folder, and the folder of the files in it. */
  readonly dataDir: string
  readonly folder: string
  readonly testDatabase: TestDatabase
  /** Another process's server on the same database and files. */
  another(variables?: Record<string, string>, connectionString?: string): Server
  close(): Promise<void>
}

export const testSecret = 'a secret for tests that is long enough'

export type TestServerOptions = Pick<
  ServerParts,
  'downloadLimits' | 'look' | 'localCatalogue' | 'modelFolder' | 'localTools' | 'fetchDocument' | 'cardView'
> & {
  readonly providers?: readonly ImageProvider[]
  readonly variables?: Readonly<Record<string, string>>
  /** The content of plans.json; default: no file. */
  readonly plans?: PlansFile
  readonly log?: Log
  /** The time of credits and plans, in milliseconds since 1970; default: the machine's clock. */
  readonly now?: () => number
}

/** The real server on a database and a folder of its own; only its provider is a fast one. */
export async function openTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const testDatabase = await createTestDatabase()
  const dataDir = await makeDataFolder('data')
  const folder = filesFolder(dataDir)
  const storage = await openDiskStorage(folder)
  const others: Server[] = []
  const open = (variables: Readonly<Record<string, string>> = {}, connectionString = testDatabase.connectionString) => {
    const usual = {
      DATA_DIR: dataDir,
      SERVER_LIMITS: 'sign-in-attempts=10000',
      PERSON_LIMITS: 'requests-per-second=10000',
      // Each is a process of PostgreSQL, which reads its catalogs again.
      DATABASE_CONNECTIONS: '4',
    }
    const env = readEnv(mergeSettings(usual, options.variables ?? {}, variables))
    const server = startServer({
      env,
      plans: plansOf(options.plans ?? {}),
      connectionString,
      secret: testSecret,
      storage,
      providers: options.providers ?? [createInstantProvider()],
      log: options.log ?? createLog('silent'),
      ...(options.now ? { now: options.now } : {}),
      ...(options.downloadLimits ? { downloadLimits: options.downloadLimits } : {}),
      ...(options.look ? { look: options.look } : {}),
      ...(options.localCatalogue ? { localCatalogue: options.localCatalogue } : {}),
      ...(options.localTools ? { localTools: options.localTools } : {}),
      ...(options.modelFolder ? { modelFolder: options.modelFolder } : {}),
      ...(options.cardView ? { cardView: options.cardView } : {}),
      ...(options.fetchDocument ? { fetchDocument: options.fetchDocument } : {}),
    })
    notePublicUrl(server, env.PUBLIC_URL)
    return server
  }
  const server = open()
  return {
    ...server,
    storage,
    dataDir,
    folder,
    testDatabase,
    another(variables, connectionString) {
      const other = open(variables, connectionString)
      others.push(other)
      return other
    },
    async close() {
      await Promise.all([server, ...others].map((each) => each.stop()))
      await testDatabase.drop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Opens a server before the tests of a `describe` and closes it after them. */
export function withTestServer(options: TestServerOptions = {}): { readonly server: TestServer } {
  let server: TestServer | undefined
  beforeAll(async () => {
    server = await openTestServer(options)
  })
  afterAll(() => server?.close())
  return {
    get server() {
      if (!server) throw new Error('The server is there only while tests run.')
      return server
    },
  }
}
