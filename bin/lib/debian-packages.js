import { existsSync } from 'node:fs'
import { run } from './run.js'

/** Whether packages of Debian can be installed here. */
const isPossible = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/**
 * Installs packages of Debian where that is possible, and does nothing elsewhere.
 * @param {string[]} packages
 * @param {string} purpose what they are for, printed before
 * @returns {Promise<string>} the output of a failed step; empty where none failed
 */
export async function installFromDebian(packages, purpose) {
  if (!isPossible()) return ''
  console.log(purpose)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const updated = await run('apt-get', ['update', '-q'], { env })
  // Old package lists may be good enough: a failed update alone is no reason to give up.
  const installed = await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], { env })
  return installed.code === 0 ? '' : `${updated.code === 0 ? '' : updated.output}${installed.output}`
}
