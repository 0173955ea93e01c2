import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/**
 * The state of a process: `gone`, `zombie` (dead, but its pid is taken until its parent reaps it), or `alive` with its
 * command line ('' where the system does not show it).
 */
export type ProcessState = { is: 'gone' } | { is: 'zombie' } | { is: 'alive'; commandLine: string }

/** Reads /proc on Linux, asks ps elsewhere. */
export function processState(pid: number): ProcessState {
  if (!isRunning(pid)) return { is: 'gone' }
  return existsSync('/proc/self/stat') ? fromProc(pid) : fromPs(pid)
}

/** Whether the pid belongs to a process, zombies included. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function fromProc(pid: number): ProcessState {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const state = stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3)
    if (state === 'Z' || state === 'X') return { is: 'zombie' }
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return { is: 'alive', commandLine }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? { is: 'gone' } : { is: 'alive', commandLine: '' }
  }
}

function fromPs(pid: number): ProcessState {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,command=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return line.startsWith('Z') ? { is: 'zombie' } : { is: 'alive', commandLine: line }
  } catch {
    return { is: 'gone' }
  }
}
