import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PlansFile } from '#server/start/plans-file.ts'
import { makeDataFolder } from '#server-testing/data-folder.ts'
import { freePort } from '#server-testing/free-port.ts'
import { mergeSettings } from '#server-testing/merged-settings.ts'
import { type S3TestServer, startS3Server } from '#server-testing/s3/s3-server.ts'
import { swiftIsInstalled } from '#server-testing/s3/swift.ts'
import { startBalancer } from './balancer.ts'
import { createMember, type Member } from './member.ts'
import { type ClusterPostgres, findDebianPostgres, startDebianPostgres, startEmbeddedPostgres } from './postgres.ts'

export type ClusterOptions = {
  readonly webs?: number
  readonly workers?: number
  /** Default: Debian's PostgreSQL where it is installed. */
  readonly postgres?: 'debian' | 'embedded'
  /** Default: a real S3 server where one is installed, else a folder that all processes share. */
  readonly storage?: 's3' | 'disk'
  /** Further settings of every process. */
  readonly variables?: Readonly<Record<string, string>>
  /** The content of plans.json; default: no file. */
  readonly plans?: PlansFile
}

export type Cluster = {
  /** The balancer's address: what a browser opens. */
  readonly url: string
  readonly webs: readonly Member[]
  readonly workers: readonly Member[]
  readonly postgres: ClusterPostgres
  /** Null where pictures are stored in a folder. */
  readonly s3: S3TestServer | null
  /** The settings that all processes share, for other programs. */
  readonly variables: Readonly<Record<string, string>>
  stop(): Promise<void>
}

async function startPostgres(kind: ClusterOptions['postgres']): Promise<ClusterPostgres> {
  const programs = kind === 'embedded' ? null : findDebianPostgres()
  if (kind === 'debian' && !programs) throw new Error('There is no PostgreSQL of Debian: apt-get install postgresql-15')
  return programs ? startDebianPostgres(programs) : startEmbeddedPostgres()
}

/**
 * Starts web and worker processes behind a balancer, on one PostgreSQL and one storage. Stopping it removes everything.
 */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const undo: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (let next = undo.pop(); next; next = undo.pop()) await next()
  }
  try {
    const dataDir = await makeDataFolder('cluster')
    undo.push(() => rm(dataDir, { recursive: true, force: true }))
    if (options.plans) await writeFile(join(dataDir, 'plans.json'), JSON.stringify(options.plans))
    const postgres = await startPostgres(options.postgres)
    undo.push(() => postgres.remove())
    const wantsS3 = options.storage === 's3' || (options.storage === undefined && swiftIsInstalled())
    const s3 = wantsS3 ? await startS3Server() : null
    if (s3) undo.push(() => s3.stop())
    const balancer = await startBalancer()
    undo.push(() => balancer.stop())
    const usual = {
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.connectionString,
      AUTH_SECRET: randomBytes(32).toString('base64url'),
      PUBLIC_URL: balancer.url,
      TRUSTED_PROXIES: '127.0.0.1',
      LOG_LEVEL: 'error',
      SERVER_LIMITS: 'sign-in-attempts=1000',
      ...s3?.variables,
    }
    const variables = mergeSettings(usual, options.variables ?? {})
    const create = async (kind: 'web' | 'worker', count = 2) =>
      Promise.all(
        Array.from({ length: count }, async (_, index) =>
          createMember(`${kind}-${index + 1}`, await freePort(), { ...variables, ROLES: kind }),
        ),
      )
    const webs = await create('web', options.webs)
    const workers = await create('worker', options.workers)
    undo.push(() => Promise.all([...webs, ...workers].map((member) => member.stop())))
    await Promise.all([...webs, ...workers].map((member) => member.start()))
    balancer.setTargets(webs.map(({ address }) => address))
    return { url: balancer.url, webs, workers, postgres, s3, variables, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
