import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { openEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { chooseRunAs, ownerFor, spawnAs } from '#server/db/embedded/run-as.ts'
import { freePort } from '#server-testing/free-port.ts'

/** A PostgreSQL that the processes of a cluster share, and that a drill can stop. */
export type ClusterPostgres = {
  readonly connectionString: string
  readonly version: string
  /** Stops it as an operator would ('fast': connections are cut), or with kill -9. */
  end(how: 'fast' | 'kill'): Promise<void>
  start(): Promise<void>
  /** Stops it for good and removes its data. */
  remove(): Promise<void>
}

const home = '/usr/lib/postgresql'
const user = 'espalier'

/** The programs of the newest PostgreSQL that Debian has installed here; null where there is none. */
export function findDebianPostgres(): string | null {
  if (!existsSync(home)) return null
  const versions = readdirSync(home).sort((a, b) => Number(b) - Number(a))
  const found = versions.find((version) => existsSync(join(home, version, 'bin/postgres')))
  return found === undefined ? null : join(home, found, 'bin')
}

async function versionOf(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`)
  await client.end()
  return rows[0]?.version ?? ''
}

async function untilItAnswers(connectionString: string): Promise<void> {
  for (let look = 0; look < 300; look++) {
    const answers = await versionOf(connectionString).then(
      () => true,
      () => false,
    )
    if (answers) return
    await wait(100)
  }
  throw new Error('PostgreSQL did not answer within 30 seconds.')
}

/** @param programs The folder with `initdb` and `postgres`. */
export async function startDebianPostgres(programs: string): Promise<ClusterPostgres> {
  const runAs = await chooseRunAs()
  const folder = await mkdtemp(join(tmpdir(), 'espalier-postgres-'))
  const owner = ownerFor(runAs)
  if (owner) await chown(folder, owner.uid, owner.gid)
  await chmod(folder, 0o700)
  const port = await freePort()
  const data = join(folder, 'data')
  const initdb = spawnAs(runAs, join(programs, 'initdb'), ['-D', data, '-U', user, '--auth=trust', '-E', 'UTF8'], {
    cwd: '/',
    stdio: 'ignore',
  })
  const [code] = (await once(initdb, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`initdb of ${programs} ended with ${code}.`)
  const connectionString = `postgres://${user}@127.0.0.1:${port}/postgres`
  let server: ChildProcess | null = null

  async function start(): Promise<void> {
    const settings = [
      'listen_addresses=127.0.0.1',
      `port=${port}`,
      `unix_socket_directories=${folder}`,
      'max_connections=200',
    ]
    const options = settings.flatMap((setting) => ['-c', setting])
    server = spawnAs(runAs, join(programs, 'postgres'), ['-D', data, ...options], { cwd: '/', stdio: 'ignore' })
    await untilItAnswers(connectionString)
  }
  async function end(how: 'fast' | 'kill'): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const gone = once(server, 'exit')
    server.kill(how === 'fast' ? 'SIGINT' : 'SIGKILL')
    await gone
  }
  await start()
  return {
    connectionString,
    version: await versionOf(connectionString),
    end,
    start,
    async remove() {
      await end('fast')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The embedded PostgreSQL of the server. It cannot be stopped by a drill: its own supervision restarts it. */
export async function startEmbeddedPostgres(): Promise<ClusterPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'espalier-postgres-'))
  const postgres = await openEmbeddedPostgres({ dataDir: folder, log: { info() {}, warn() {} } })
  return {
    connectionString: postgres.connectionString,
    version: await versionOf(postgres.connectionString),
    async end() {
      throw new Error('The embedded PostgreSQL is brought back by what supervises it.')
    },
    start: () => postgres.ensureRunning(),
    async remove() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
