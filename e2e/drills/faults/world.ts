import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '#server/db/migrate.ts'
import { filesFolder } from '#server/start/open-storage.ts'
import { makeDataFolder } from '#server-testing/data-folder.ts'
import { freePort } from '#server-testing/free-port.ts'
import { type S3TestServer, startS3Server } from '#server-testing/s3/s3-server.ts'
import { startBalancer } from '../cluster/balancer.ts'
import {
  type ClusterPostgres,
  findDebianPostgres,
  startDebianPostgres,
  startEmbeddedPostgres,
} from '../cluster/postgres.ts'
import type { Fault, KillServerSettings } from '../kill/kill-server.ts'
import { killServer } from '../kill/victim.ts'
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts'
import { clocksCanBeShifted, shiftClock, shiftedClock } from './shifted-clock.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'

/** One server process, web or worker. */
export type FaultMember = {
  readonly name: string
  /** SIGKILL, then a new start. */
  killAndRestart(): Promise<void>
  /** SIGTERM: it drains; then a new start, as for a new release. */
  renew(): Promise<void>
  pause(): void
  resume(): void
  setFault(fault: Fault | null): void
  /** Shifts its clock by this many seconds. */
  shiftClock(seconds: number): Promise<void>
  /** SIGKILL, for good. */
  end(): void
}

/** Where the pictures are stored, and whether the processes' clocks can be shifted. */
export type WorldParts = { readonly storage: 'disk' | 'small-disk' | 's3'; readonly clocks: 'real' | 'shifted' }

/** Two web and two worker processes behind a proxy, on one PostgreSQL and one storage. */
export type World = {
  readonly url: string
  readonly webs: readonly FaultMember[]
  readonly workers: readonly FaultMember[]
  readonly postgres: ClusterPostgres
  readonly proxy: CuttingProxy
  readonly s3: S3TestServer | null
  readonly disk: SmallDisk | null
  readonly diary: string
  /** The settings of all processes. */
  readonly variables: Readonly<Record<string, string>>
  /** Cuts every connection of the servers to the database. */
  cutConnections(): Promise<void>
  stop(): Promise<void>
}

/** A part that this machine does not have: its name in words. */
export class MissingPart extends Error {}

async function createMember(name: string, settings: KillServerSettings, clock: string | null): Promise<FaultMember> {
  let child: ChildProcess | undefined
  async function start(): Promise<void> {
    child = fork(killServer, [JSON.stringify(settings)], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
      env: { ...process.env, ...(clock === null ? {} : shiftedClock(clock)) },
    })
    await once(child, 'message')
  }
  async function restartAfter(signal: NodeJS.Signals): Promise<void> {
    const gone = child && child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null
    child?.kill(signal)
    await gone
    await start()
  }
  if (clock !== null) await shiftClock(clock, 0)
  await start()
  return {
    name,
    killAndRestart: () => restartAfter('SIGKILL'),
    renew: () => restartAfter('SIGTERM'),
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    setFault: (fault) => void child?.send({ fault }),
    async shiftClock(seconds) {
      if (clock !== null) await shiftClock(clock, seconds)
    },
    end: () => void child?.kill('SIGKILL'),
  }
}

async function openPostgres(): Promise<ClusterPostgres> {
  const programs = findDebianPostgres()
  return programs ? startDebianPostgres(programs) : startEmbeddedPostgres()
}

async function cutConnections(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, application_name: 'drill' })
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'espalier%'`)
  await client.end()
}

/** @throws MissingPart where this machine lacks what the fault needs. */
export async function openWorld(parts: WorldParts): Promise<World> {
  if (parts.clocks === 'shifted' && !clocksCanBeShifted()) throw new MissingPart('libfaketime')
  const undo: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (let next = undo.pop(); next; next = undo.pop()) await next()
  }
  try {
    const dataDir = await makeDataFolder('faults')
    undo.push(() => rm(dataDir, { recursive: true, force: true }))
    const files = filesFolder(dataDir)
    await mkdir(files)
    const disk = parts.storage === 'small-disk' ? await mountSmallDisk(files) : null
    if (disk) undo.push(() => disk.remove())
    if (parts.storage === 'small-disk' && !disk) throw new MissingPart('the right to mount a disk')
    const s3 = parts.storage === 's3' ? await startS3Server() : null
    if (s3) undo.push(() => s3.stop())
    const postgres = await openPostgres()
    undo.push(() => postgres.remove())
    await migrate(postgres.connectionString)
    const balancer = await startBalancer()
    undo.push(() => balancer.stop())
    const proxy = await startCuttingProxy(balancer.url)
    undo.push(() => proxy.stop())
    const diary = join(dataDir, 'diary')
    const variables = { PUBLIC_URL: balancer.url, TRUSTED_PROXIES: '127.0.0.1', ...s3?.variables }
    const members: FaultMember[] = []
    undo.push(async () => {
      for (const member of members) member.end()
    })
    const ports = [await freePort(), await freePort()]
    const open = async (name: string, role: 'web' | 'worker', port: number) => {
      const clock = parts.clocks === 'shifted' ? join(dataDir, `clock of ${name}`) : null
      const settings = {
        connectionString: postgres.connectionString,
        dataDir,
        diary,
        port,
        killAt: null,
        variables: { ...variables, ROLES: role },
      }
      const member = await createMember(name, settings, clock)
      members.push(member)
      return member
    }
    const webs = await Promise.all(ports.map((port, index) => open(`web ${index + 1}`, 'web', port)))
    const workers = await Promise.all([1, 2].map((index) => open(`worker ${index}`, 'worker', 0)))
    balancer.setTargets(ports.map((port) => `http://127.0.0.1:${port}`))
    return {
      url: balancer.url,
      webs,
      workers,
      postgres,
      proxy,
      s3,
      disk,
      diary,
      variables: { DATA_DIR: dataDir, ...variables },
      cutConnections: () => cutConnections(postgres.connectionString),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
