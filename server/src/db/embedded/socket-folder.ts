import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const SOCKET_PORT = 5432

/** Bytes that fit the system's field for a socket's path: 108 on Linux, 104 on macOS, the closing zero included. */
const LONGEST_SOCKET_PATH = 103

/**
 * The folder of PostgreSQL's Unix socket: beside the cluster, or, where that path is too long for a socket, a short one
 * whose name follows from the long one (so that every server of this data folder finds the same).
 */
export function socketFolderFor(base: string, temporary = tmpdir()): string {
  const beside = join(base, 'socket')
  if (fits(beside)) return beside
  const name = `espalier-${createHash('sha256').update(base).digest('hex').slice(0, 16)}`
  const short = join(temporary, name)
  return fits(short) ? short : join('/tmp', name)
}

const fits = (folder: string) => Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST_SOCKET_PATH
