import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { mkdir, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { copyBinaries, locateBinaries } from './locate-binaries.ts'
import { makeFolders } from './own-folders.ts'
import { chooseRunAs, type RunAs } from './run-as.ts'

/** The folders of one cluster, and the user that runs it. */
export type ClusterHome = {
  runAs: RunAs
  /** holds bin/initdb and bin/postgres */
  binaries: string
  /** the folder of everything below; closed to other users */
  base: string
  /** PostgreSQL's own data */
  cluster: string
  socketFolder: string
  logFile: string
}

/** For root without user namespaces only: where a user without rights can reach binaries and data. */
const SHARED_STATE = '/var/lib/espalier'

/** Makes the folders for the cluster of this data folder and decides as which user it runs. */
export async function prepareHome(options: { dataDir: string; log: Log; runAs?: RunAs }): Promise<ClusterHome> {
  await mkdir(options.dataDir, { recursive: true })
  const dataDir = await realpath(options.dataDir)
  const ownBase = join(dataDir, 'postgres')
  const runAs = options.runAs ?? (await chooseRunAs())
  const located = await locateBinaries({ copyTo: ownBase })

  let base = ownBase
  let binaries = located.folder
  if (runAs === 'unprivileged') {
    await mkdir(SHARED_STATE, { recursive: true, mode: 0o755 })
    if (!othersMayReach(binaries)) {
      const copy = await copyBinaries({
        from: dirname(binaries),
        to: join(SHARED_STATE, `postgresql-${located.version}`),
      })
      binaries = join(copy, 'native')
    }
    if (!othersMayReach(dataDir)) {
      base = join(SHARED_STATE, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
      options.log.warn(`PostgreSQL may not enter ${dataDir} as an unprivileged user: the database is in ${base}`)
    }
  }

  const home = {
    runAs,
    binaries,
    base,
    cluster: join(base, 'cluster'),
    socketFolder: socketFolderFor(base),
    logFile: join(base, 'postgres.log'),
  }
  await makeFolders(home)
  return home
}

/** Whether a user without rights may read this folder and enter all folders above it. */
function othersMayReach(path: string): boolean {
  if ((statSync(path).mode & 0o005) !== 0o005) return false
  for (let at = dirname(path); at !== dirname(at); at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false
  }
  return true
}

export const SOCKET_PORT = 5432

/** Bytes that fit the system's field for a socket's path: 108 on Linux, 104 on macOS, the closing zero included. */
const LONGEST_SOCKET_PATH = 103

/**
 * The folder of PostgreSQL's Unix socket: beside the cluster, or, where that path is too long for a socket, a short one
 * whose name follows from the long one (so that every server of this data folder finds the same one).
 */
export function socketFolderFor(base: string, temporary = tmpdir()): string {
  const beside = join(base, 'socket')
  if (fits(beside)) return beside
  const name = `espalier-${createHash('sha256').update(base).digest('hex').slice(0, 16)}`
  const short = join(temporary, name)
  return fits(short) ? short : join('/tmp', name)
}

const fits = (folder: string) => Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST_SOCKET_PATH

/** What the supervisor reports to; a pino logger fits. */
export type Log = { info(message: string): void; warn(message: string): void }
