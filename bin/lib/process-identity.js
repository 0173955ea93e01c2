import { readFileSync } from 'node:fs'

/**
 * A process, distinguished from a later one with the same number. @typedef {{ pid: number, startedAt: string | null }}
 * ProcessIdentity
 */

/**
 * Linux's data about a process, as fields of /proc/<pid>/stat from its third on; null on other systems, or for a
 * missing process.
 * @param {number} pid
 */
function readStat(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the command in brackets and may contain spaces: count from behind it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

/**
 * Clock ticks between boot and the start of a process.
 * @param {number} pid
 */
const startTicks = (pid) => readStat(pid)?.[19] ?? null

/**
 * @param {number} pid
 * @returns {number | null} null: not known here
 */
export function parentOf(pid) {
  const parent = readStat(pid)?.[1]
  return parent === undefined ? null : Number(parent)
}

/**
 * @param {number} pid
 * @returns {ProcessIdentity}
 */
export const identify = (pid) => ({ pid, startedAt: startTicks(pid) })

/**
 * Whether that very process still runs. Where start times are unknown, any process with its pid counts.
 * @param {ProcessIdentity} identity
 */
export function isAlive({ pid, startedAt }) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs as another user.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPERM') return false
  }
  const stat = readStat(pid)
  // A zombie has ended; its pid is only not free yet.
  if (stat?.[0] === 'Z') return false
  return (stat?.[19] ?? null) === startedAt
}
