import { openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SOCKET_PORT } from './cluster-home.ts'
import type { ClusterHome } from './own-folders.ts'
import { processState } from './process-state.ts'
import { spawnAs } from './run-as.ts'

/** `full`: acknowledged writes survive a power cut. `none`: for tests alone. */
export type Durability = 'full' | 'none'

const STOP_TIMEOUT_MS = 30_000
const KILL_TIMEOUT_MS = 10_000
const EMPTY_LOCK_FILE_MS = 2_000

/** The lock file of PostgreSQL: its first line is the pid. */
const lockFile = (home: ClusterHome) => join(home.cluster, 'postmaster.pid')

/** A PostgreSQL that this process started. It may exit at once, because another process was quicker. */
export type StartedPostmaster = { hasExited(): boolean }

/** Starts PostgreSQL detached, so that it outlives this process: other servers may share it. */
export function startPostmaster(home: ClusterHome, durability: Durability): StartedPostmaster {
  const log = openSync(home.logFile, 'a', 0o600)
  const settings = Object.entries(settingsFor(home, durability)).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawnAs(home.runAs, join(home.binaries, 'bin/postgres'), ['-D', home.cluster, ...settings], {
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
  })
  let exited = false
  const markExited = () => {
    exited = true
  }
  child.once('error', markExited)
  child.once('exit', markExited)
  child.unref()
  return { hasExited: () => exited }
}

function settingsFor(home: ClusterHome, durability: Durability): Record<string, string | number> {
  const kept = durability === 'full' ? 'on' : 'off'
  return {
    // No TCP port: only the socket, and only its owner may connect.
    listen_addresses: '',
    unix_socket_directories: home.socketFolder,
    unix_socket_permissions: '0700',
    port: SOCKET_PORT,
    // Tests start servers by the dozen on one cluster, each with a pool of its own.
    max_connections: durability === 'full' ? 100 : 400,
    shared_buffers: '64MB',
    // Containers often have 64 MB of /dev/shm, which parallel queries fill; nothing here is large enough to gain by them.
    max_parallel_workers_per_gather: 0,
    // Compiling a statement takes longer than any of ours runs.
    jit: 'off',
    fsync: kept,
    synchronous_commit: kept,
    full_page_writes: kept,
    log_min_messages: 'warning',
    log_timezone: 'UTC',
    timezone: 'UTC',
  }
}

/**
 * The pid of the PostgreSQL that holds this cluster, or null. A lock file that certainly belongs to no running PostgreSQL is removed:
 * PostgreSQL itself takes a zombie, or any process that was given the old pid, for a running rival. If one of its
 * children still runs, its shared memory segment stops a second start.
 */
export function findPostmaster(home: ClusterHome): number | null {
  const pid = readPid(home)
  if (pid === null) {
    removeEmptyLockFile(home)
    return null
  }
  const state = processState(pid)
  const alive = state.is === 'alive' && (state.commandLine === '' || state.commandLine.includes(home.cluster))
  if (alive) return pid
  rmSync(lockFile(home), { force: true })
  return null
}

/** Stops PostgreSQL: open connections end, committed data is kept. */
export async function stopPostmaster(home: ClusterHome): Promise<void> {
  const pid = findPostmaster(home)
  if (pid === null) return
  process.kill(pid, 'SIGINT')
  if (await ended(pid, STOP_TIMEOUT_MS)) return
  // Without a last checkpoint; the next start replays the log.
  process.kill(pid, 'SIGQUIT')
  await ended(pid, KILL_TIMEOUT_MS)
}

async function ended(pid: number, timeoutMs: number): Promise<boolean> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(20)) {
    if (processState(pid).is !== 'alive') return true
  }
  return false
}

/** Removes an empty lock file: a power cut can leave one, which PostgreSQL refuses forever; a running PostgreSQL fills it at once. */
function removeEmptyLockFile(home: ClusterHome): void {
  const found = statSync(lockFile(home), { throwIfNoEntry: false })
  if (found?.size === 0 && Date.now() - found.mtimeMs > EMPTY_LOCK_FILE_MS) rmSync(lockFile(home), { force: true })
}

function readPid(home: ClusterHome): number | null {
  try {
    const pid = Number.parseInt(readFileSync(lockFile(home), 'utf8'), 10)
    return pid > 1 ? pid : null
  } catch {
    return null
  }
}
