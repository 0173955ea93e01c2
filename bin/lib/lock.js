import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { identify, isAlive } from './process-identity.js'

/**
 * A held lock. `adopt` names a further process that works under it: should we be killed, the lock stays held until
 * that process has ended as well (an orphaned `npm ci` still writes).
 * @typedef {{ adopt(pid: number): void, release(): void }} Lock
 */

/** Breaking a lock takes about a millisecond; one that takes this long was killed. */
const ABANDONED_BREAKER_MS = 60_000

/**
 * Waits for the lock folder and takes it. A lock whose processes have all died is broken.
 * @param {string} folder
 * @param {{ onWait?: (pid: number) => void, pollMs?: number }} [options] `onWait` is called once, with the holder's pid
 * @returns {Promise<Lock>}
 */
export async function takeLock(folder, { onWait, pollMs = 200 } = {}) {
  for (let waited = false; ; waited = true) {
    const lock = tryLock(folder)
    if (lock) return lock
    const holder = liveHolder(folder)
    if (holder === null) {
      breakLock(folder)
      continue
    }
    if (!waited) onWait?.(holder)
    await sleep(pollMs)
  }
}

/** @param {string} folder @returns {Lock | null} null: another process holds it */
function tryLock(folder) {
  const mine = uniqueName(folder)
  mkdirSync(mine, { recursive: true })
  writeHolder(mine, process.pid)
  try {
    // Renaming onto a folder that contains a file fails: taking the lock and naming its holder are one step.
    renameSync(mine, folder)
  } catch {
    rmSync(mine, { recursive: true, force: true })
    return null
  }
  return {
    adopt: (pid) => writeHolder(folder, pid),
    release: () => remove(folder),
  }
}

/**
 * @param {string} folder
 * @returns {number | null} the pid of a holder that lives
 */
function liveHolder(folder) {
  for (const name of listNames(folder)) {
    try {
      const identity = JSON.parse(readFileSync(join(folder, name), 'utf8'))
      if (isAlive(identity)) return identity.pid
    } catch {
      // The holder released it between the listing and the reading.
    }
  }
  return null
}

/**
 * Removes a dead lock. Breakers queue up behind a second folder and check again: otherwise a slow one could remove the
 * new lock of a quick one.
 * @param {string} folder
 */
function breakLock(folder) {
  const breaking = `${folder}.breaking`
  try {
    mkdirSync(breaking)
  } catch {
    if (ageMs(breaking) > ABANDONED_BREAKER_MS) rmSync(breaking, { recursive: true, force: true })
    return
  }
  try {
    if (liveHolder(folder) === null) remove(folder)
  } finally {
    rmdirSync(breaking)
  }
}

/** In one step, so that a lock never exists without its holder. @param {string} folder */
function remove(folder) {
  const away = uniqueName(folder)
  try {
    renameSync(folder, away)
  } catch {
    return
  }
  rmSync(away, { recursive: true, force: true })
}

/**
 * @param {string} folder
 * @param {number} pid
 */
const writeHolder = (folder, pid) => writeFileSync(join(folder, String(pid)), JSON.stringify(identify(pid)))

/** @param {string} folder */
const uniqueName = (folder) => `${folder}.${process.pid}-${Math.random().toString(36).slice(2)}`

/** @param {string} folder */
function listNames(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** @param {string} folder */
function ageMs(folder) {
  try {
    return Date.now() - statSync(folder).mtimeMs
  } catch {
    return 0
  }
}
