import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeDataFolder } from '#server-testing/data-folder.ts'
import { type EmbeddedPostgres, openEmbeddedPostgres } from './embedded-postgres.ts'
import { isRunning, processState } from './process-state.ts'

const modulePath = fileURLToPath(new URL('./embedded-postgres.ts', import.meta.url))
const silent = { info: () => undefined, warn: () => undefined }

let folder = ''
/** A data folder in which PostgreSQL was started and stopped. */
let started = ''
let opened: EmbeddedPostgres[] = []
let servers: ChildProcess[] = []

beforeAll(async () => {
  started = await makeDataFolder('embedded-started')
  await (await openEmbeddedPostgres({ dataDir: started, log: silent })).stop()
})

afterAll(() => rm(started, { recursive: true }))

beforeEach(async () => {
  folder = await makeDataFolder('embedded')
  opened = []
  servers = []
})

afterEach(async () => {
  for (const server of servers) server.kill('SIGKILL')
  for (const postgres of opened) await postgres.stop()
  // A test that failed half-way may leave one behind.
  const pid = postmasterPid()
  if (pid !== null && processState(pid).is === 'alive') process.kill(pid, 'SIGQUIT')
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

/** Puts a cluster into the data folder, as after an earlier start. */
const putCluster = () => cp(started, folder, { recursive: true })

async function open(dataDir = folder): Promise<EmbeddedPostgres> {
  const postgres = await openEmbeddedPostgres({ dataDir, log: silent })
  opened.push(postgres)
  return postgres
}

/** Another server, in a process of its own. Resolves when it is up, or with `started`, as soon as it runs. */
async function startServer(until: 'open' | 'started'): Promise<ChildProcess> {
  const script = join(folder, 'server.mjs')
  await writeFile(
    script,
    `import { openEmbeddedPostgres } from ${JSON.stringify(modulePath)}
    process.send('started')
    const log = { info() {}, warn() {} }
    const postgres = await openEmbeddedPostgres({ dataDir: ${JSON.stringify(folder)}, log })
    process.on('message', async () => { await postgres.stop(); process.disconnect() })
    process.send('open')`,
  )
  const server = fork(script, { execArgv: [], cwd: process.cwd() })
  servers.push(server)
  while ((await once(server, 'message'))[0] !== until);
  return server
}

async function query(postgres: EmbeddedPostgres, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: postgres.connectionString })
  // PostgreSQL is killed under it in some tests.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

function postmasterPid(): number | null {
  const file = join(folder, 'postgres/cluster/postmaster.pid')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : null
}

const runsPostgres = () => {
  const pid = postmasterPid()
  return pid !== null && processState(pid).is === 'alive'
}

describe('the embedded PostgreSQL', () => {
  it('starts from nothing and keeps what was committed over a stop', async () => {
    const first = await open()
    await query(first, 'create table notes as select 1 as id')
    await first.stop()
    expect(runsPostgres()).toBe(false)
    expect(await query(await open(), 'select id from notes')).toEqual([{ id: 1 }])
  })

  it('runs with durable settings, no TCP port and the data folder in its command line', async () => {
    await putCluster()
    const postgres = await open()
    const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'listen_addresses', 'data_checksums']
    const rows = await query(
      postgres,
      `select name, setting from pg_settings where name in (${names.map((name) => `'${name}'`).join()})`,
    )
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      listen_addresses: '',
      data_checksums: 'on',
    })
    expect(processState(postmasterPid()!)).toMatchObject({ commandLine: expect.stringContaining(`-D ${folder}`) })
  })

  it('gives the app a role that owns its database and nothing else, and extensions it trusts', async () => {
    await putCluster()
    const postgres = await open()
    expect(await query(postgres, 'select rolsuper, rolcreatedb from pg_roles where rolname = current_user')).toEqual([
      { rolsuper: false, rolcreatedb: false },
    ])
    await query(postgres, 'create extension pg_trgm')
    expect(await query(postgres, `select lower('ÄÉ') as low`)).toEqual([{ low: 'äé' }])
  })

  it('works where the path of the data folder is too long for a socket', async () => {
    const dataDir = join(folder, 'a'.repeat(100), 'b'.repeat(100))
    const [one, two] = [await open(dataDir), await open(dataDir)]
    expect(await query(one, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(two.connectionString).toBe(one.connectionString)
    const socketFolder = new URL(one.connectionString).searchParams.get('host') ?? ''
    await Promise.all([one.stop(), two.stop()])
    await rm(socketFolder, { recursive: true })
  })
})

describe('servers that share one data folder', () => {
  it('share one PostgreSQL, also when they start from nothing at once; the last one out stops it', async () => {
    const [one, two] = await Promise.all([startServer('open'), startServer('open'), open()])
    const pid = postmasterPid()
    one.send('leave')
    await once(one, 'exit')
    await opened[0]!.stop()
    expect(postmasterPid()).toBe(pid)
    expect(runsPostgres()).toBe(true)
    two.send('leave')
    await once(two, 'exit')
    expect(runsPostgres()).toBe(false)
  })

  it('leave PostgreSQL running when they are killed, and the next one attaches to it', async () => {
    await putCluster()
    const server = await startServer('open')
    const pid = postmasterPid()
    server.kill('SIGKILL')
    await once(server, 'exit')
    const next = await open()
    expect(postmasterPid()).toBe(pid)
    await next.stop()
    expect(runsPostgres()).toBe(false)
  })

  it('may open it while the last one closes it', async () => {
    await putCluster()
    for (let round = 0; round < 5; round++) {
      const first = await open()
      const [, second] = await Promise.all([first.stop(), open()])
      await second.ensureRunning()
      expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }])
      await second.stop()
    }
  })
})

describe('recovery', () => {
  it('brings PostgreSQL back when asked, with every committed row', async () => {
    await putCluster()
    const postgres = await open()
    await query(postgres, 'create table notes as select generate_series(1, 1000) as id')
    process.kill(postmasterPid()!, 'SIGKILL')
    await postgres.ensureRunning()
    expect(await query(postgres, 'select count(*)::int as count from notes')).toEqual([{ count: 1000 }])
  })

  it('brings PostgreSQL back unasked', async () => {
    await putCluster()
    const postgres = await open()
    const killed = postmasterPid()!
    process.kill(killed, 'SIGKILL')
    const answer = async () => query(postgres, 'select 1 as one').catch(() => sleep(50))
    let rows = await answer()
    for (let tries = 0; !rows && tries < 200; tries++) rows = await answer()
    expect(rows).toEqual([{ one: 1 }])
    expect(postmasterPid()).not.toBe(killed)
  })

  it('starts where a server was killed while it made the cluster', async () => {
    const server = await startServer('started')
    const halfMade = async () => (await readdir(join(folder, 'postgres')).catch(() => [])).join().includes('.init-')
    while (!(await halfMade())) await sleep(5)
    server.kill('SIGKILL')
    await once(server, 'exit')
    expect(await query(await open(), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('starts where a process of another kind was given the old number', async () => {
    await putCluster()
    await (await open()).stop()
    expect(isRunning(process.pid)).toBe(true)
    await writeFile(join(folder, 'postgres/cluster/postmaster.pid'), `${process.pid}\n${folder}/postgres/cluster\n`)
    expect(await query(await open(), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('says what to do where another version wrote the cluster', async () => {
    await mkdir(join(folder, 'postgres/cluster'), { recursive: true })
    await writeFile(join(folder, 'postgres/cluster/PG_VERSION'), '15\n')
    await expect(open()).rejects.toThrow(/written by PostgreSQL 15.*DATABASE_URL/)
  })
})
