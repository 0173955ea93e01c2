import { existsSync } from 'node:fs'
import { run } from './run.js'

/** Whether packages of Debian can be installed here. */
export const isPossible = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** The last installation: apt locks its database, and refuses a second one meanwhile. @type {Promise<unknown>} */
let last = Promise.resolve()

/**
 * Installs packages of Debian where that is possible, one call after the other, and does nothing elsewhere.
 * @param {string[]} packages
 * @param {string} purpose what they are for, printed before
 * @returns {Promise<string>} the output of a failed step; empty where none failed
 */
export function installFromDebian(packages, purpose) {
  if (!isPossible()) return Promise.resolve('')
  const installed = last.then(() => install(packages, purpose))
  last = installed
  return installed
}

/**
 * @param {string[]} packages
 * @param {string} purpose
 */
async function install(packages, purpose) {
  console.log(purpose)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // Another program may be installing something of its own.
  const patient = ['-q', '-o', 'DPkg::Lock::Timeout=300']
  const updated = await run('apt-get', ['update', ...patient], { env })
  // Old package lists may be good enough: a failed update alone is no reason to give up.
  const installed = await run('apt-get', ['install', '-y', ...patient, '--no-install-recommends', ...packages], { env })
  return installed.code === 0 ? '' : `${updated.code === 0 ? '' : updated.output}${installed.output}`
}
