import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import type { AdminContext } from '#server/admin/admin-context.ts'
import { checksumOf } from '#server/admin/database-copy/checksum.ts'
import { openCopyClient } from '#server/admin/database-copy/copy-client.ts'
import { listTables } from '#server/admin/database-copy/tables.ts'
import { openDatabase } from '#server/db/database.ts'
import { readEnv } from '#server/env.ts'
import { createLog } from '#server/operations/log.ts'
import { openStorage } from '#server/start/open-storage.ts'
import { type Server, startServer } from '#server/start/start-server.ts'
import { makeDataFolder } from './data-folder.ts'
import { createInstantProvider } from './instant-provider.ts'
import { compiled } from './ordered-process.ts'
import { createTestDatabase } from './test-database.ts'
import { testSecret } from './test-server.ts'

/** An installation that a server can run on: a database and a data folder, with the settings that name them. */
export type Place = {
  readonly connectionString: string
  readonly dataDir: string
  readonly variables: Readonly<Record<string, string>>
}

export const placeOf = (
  connectionString: string,
  dataDir: string,
  variables: Readonly<Record<string, string>> = {},
): Place => ({
  connectionString,
  dataDir,
  variables: { DATABASE_URL: connectionString, DATA_DIR: dataDir, ...variables },
})

/** A folder that is removed after the test. */
export async function freshFolder(): Promise<string> {
  const folder = await makeDataFolder('copy')
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** An empty, migrated database and an empty folder, removed after the test. */
export async function freshPlace(): Promise<Place> {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  return placeOf(database.connectionString, await freshFolder())
}

/** The context of a command at a place. @param lines Receives its progress reports. */
export function contextAt(place: Place, lines: string[] = []): AdminContext {
  const { system: db, close } = openDatabase(place.connectionString, { connections: 2, onError: () => undefined })
  onTestFinished(close)
  return {
    db,
    env: readEnv(place.variables),
    connectionString: place.connectionString,
    say: (line) => void lines.push(line),
  }
}

/** Starts a server at a place, stopped after the test. */
export async function serverAt(place: Place): Promise<Server> {
  const env = readEnv({ ...place.variables, SERVER_LIMITS: 'sign-in-attempts=1000', DATABASE_CONNECTIONS: '4' })
  const storage = await openStorage(env)
  const server = startServer({
    env,
    connectionString: place.connectionString,
    secret: testSecret,
    storage,
    providers: [createInstantProvider()],
    log: createLog('silent'),
  })
  onTestFinished(() => server.stop())
  return server
}

/** The content of every table, in a form that is the same for the same rows. */
export async function contentsOf({ connectionString }: Place): Promise<Readonly<Record<string, string>>> {
  const client = await openCopyClient(connectionString)
  try {
    const contents: [string, string][] = []
    for (const table of await listTables(client)) {
      const { rows, sum } = await checksumOf(client, table)
      contents.push([table.name, `${rows} rows, ${sum}`])
    }
    return Object.fromEntries(contents)
  } finally {
    await client.end()
  }
}

/** Runs `npm run admin -- …` as a process of its own and kills it as soon as it has printed a matching line. */
export async function killWhenItSays(place: Place, words: readonly string[], fits: RegExp): Promise<void> {
  const child: ChildProcess = spawn(process.execPath, [join(inject('builtProcesses'), 'admin.js'), ...words], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiled, ...place.variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (fits.test(output)) child.kill('SIGKILL')
  })
  const [, signal] = (await gone) as [number | null, NodeJS.Signals | null]
  if (signal !== 'SIGKILL') throw new Error(`It ended before it could be killed: ${output}`)
}
