import { chmod, chown, lchown, lstat, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ownerFor, type RunAs, UNPRIVILEGED_ID } from './run-as.ts'

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

/**
 * Makes the folders around a cluster, closed to other users.
 * @throws Error where one of them belongs to another user
 */
export async function makeFolders({ base, socketFolder }: ClusterHome): Promise<void> {
  const self = process.getuid?.()
  // Root may have made them under any way of running PostgreSQL.
  const owners = self === 0 ? [0, UNPRIVILEGED_ID] : [self]
  for (const folder of [base, socketFolder]) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const found = await lstat(folder)
    // In a temporary folder another user could have made it first, to read along or to redirect the socket.
    if (!found.isDirectory() || !owners.includes(found.uid)) {
      throw new Error(`${folder} belongs to another user: start as that user, or choose another DATA_DIR`)
    }
    await chmod(folder, 0o700)
  }
}

/**
 * Gives everything to the user that PostgreSQL runs as: it insists on owning its files, and they may have been made
 * under another way of running it (say, in a container). Only for a cluster that does not run.
 */
export async function ownFolders({ runAs, base, cluster, socketFolder }: ClusterHome): Promise<void> {
  const owner = ownerFor(runAs)
  if (!owner) return
  for (const folder of [base, socketFolder]) await chown(folder, owner.uid, owner.gid)
  const found = await stat(cluster).catch(() => null)
  if (found && found.uid !== owner.uid) await chownTree(cluster, owner)
}

async function chownTree(folder: string, owner: { uid: number; gid: number }): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await chownTree(path, owner)
    else await lchown(path, owner.uid, owner.gid)
  }
  // The folder last: an interrupted run is seen and done again.
  await chown(folder, owner.uid, owner.gid)
}
