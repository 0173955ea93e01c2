import { existsSync } from 'node:fs'
import { open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ClusterHome } from './own-folders.ts'
import { isRunning } from './process-state.ts'
import { spawnAs } from './run-as.ts'

/** The major version whose data files the installed PostgreSQL reads. */
const MAJOR_VERSION = '18'

/** The role of the supervisor; the role of the app has no such rights. */
export const SUPERUSER = 'postgres'

/**
 * Makes the cluster if there is none. It is made beside its place and moved in one step: there is never half a cluster,
 * and of two processes that make it at once, the result of one stays.
 * @throws Error with the output of initdb
 */
export async function ensureCluster(home: ClusterHome): Promise<void> {
  if (existsSync(home.cluster)) return checkVersion(home.cluster)
  await removeAbandoned(home)
  const made = `${home.cluster}.init-${process.pid}`
  await rm(made, { recursive: true, force: true })
  await runInitdb(home, made)
  // One line: the socket, in a folder that other users may not enter.
  await writeFile(join(made, 'pg_hba.conf'), 'local all all trust\n')
  try {
    await rename(made, home.cluster)
  } catch {
    await rm(made, { recursive: true, force: true })
    return
  }
  await syncFolder(home.base)
}

function runInitdb(home: ClusterHome, folder: string): Promise<void> {
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const args = ['-D', folder, '-U', SUPERUSER, '--auth=trust', '--no-instructions', ...locale]
  return new Promise((resolve, reject) => {
    const initdb = spawnAs(home.runAs, join(home.binaries, 'bin/initdb'), args, {
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const keep = (text: Buffer) => {
      output += text.toString()
    }
    initdb.stdout?.on('data', keep)
    initdb.stderr?.on('data', keep)
    initdb.once('error', (error) => reject(cannotRun(error.message)))
    initdb.once('close', (code) => (code === 0 ? resolve() : reject(cannotRun(output.trim()))))
  })
}

const cannotRun = (why: string) =>
  new Error(`The built-in PostgreSQL could not make its data folder; set DATABASE_URL to use another.\n${why}`)

/** Removes clusters that earlier processes left unfinished. An orphaned initdb may still write to one: then a later start removes it. */
async function removeAbandoned({ base, cluster }: ClusterHome): Promise<void> {
  const prefix = `${basename(cluster)}.init-`
  for (const name of await readdir(base)) {
    if (!name.startsWith(prefix) || isRunning(Number(name.slice(prefix.length)))) continue
    await rm(join(base, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

async function checkVersion(cluster: string): Promise<void> {
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  if (version !== MAJOR_VERSION) {
    throw new Error(
      `${cluster} was written by PostgreSQL ${version}, the built-in one is ${MAJOR_VERSION}: ` +
        'move the data with pg_dump, or set DATABASE_URL to a PostgreSQL that reads it.',
    )
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
