import { readFileSync } from 'node:fs'

/**
 * A process, told apart from a later one that was given the same number.
 * @typedef {{ pid: number, startedAt: string | null }} ProcessIdentity
 */

/**
 * Clock ticks between boot and the start of a process, or null where the system does not say (anything but Linux).
 * @param {number} pid
 */
function startTicks(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the command in brackets and may hold spaces: count from behind it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

/**
 * @param {number} pid
 * @returns {ProcessIdentity}
 */
export const identify = (pid) => ({ pid, startedAt: startTicks(pid) })

/**
 * Whether that very process still runs. Where start times are unknown, a process with its number counts.
 * @param {ProcessIdentity} identity
 */
export function isAlive({ pid, startedAt }) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs, as somebody else.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPERM') return false
  }
  return startTicks(pid) === startedAt
}
