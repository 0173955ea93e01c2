import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * The user that PostgreSQL runs as, since initdb and postgres refuse to run as root.
 * - `self`: this process is not root.
 * - `user-namespace`: root, but seen from inside as user 1000; the files stay owned by root.
 * - `unprivileged`: root gave up its rights; folders that only root may enter are closed to it.
 */
export type RunAs = 'self' | 'user-namespace' | 'unprivileged'

/** The user and group without files or rights, by convention. */
export const UNPRIVILEGED_ID = 65_534

/** In order of preference. */
export async function chooseRunAs(): Promise<RunAs> {
  if (process.getuid?.() !== 0) return 'self'
  // Fails in most containers (seccomp), with an old util-linux, or where the system forbids user namespaces.
  return (await outputOf('unshare', [...namespaceArguments, 'id', '-u'])) === '1000' ? 'user-namespace' : 'unprivileged'
}

/** The owner of PostgreSQL's files, seen from outside the namespace; null: the user of this process. */
export const ownerFor = (runAs: RunAs): { uid: number; gid: number } | null =>
  runAs === 'self'
    ? null
    : runAs === 'unprivileged'
      ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID }
      : { uid: 0, gid: 0 }

/** Starts a PostgreSQL program as that user. The caller's PG* variables do not reach it. */
export function spawnAs(runAs: RunAs, program: string, args: string[], options: SpawnOptions = {}): ChildProcess {
  const env = { PATH: process.env.PATH, LC_ALL: 'C' }
  switch (runAs) {
    case 'self':
      return spawn(program, args, { ...options, env })
    case 'user-namespace':
      return spawn('unshare', [...namespaceArguments, program, ...args], { ...options, env })
    case 'unprivileged':
      return spawn(program, args, { ...options, env, uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID })
  }
}

const namespaceArguments = ['--user', '--map-user=1000', '--map-group=1000']

const outputOf = (command: string, args: string[]): Promise<string | null> =>
  promisify(execFile)(command, args, { timeout: 5_000 }).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  )
