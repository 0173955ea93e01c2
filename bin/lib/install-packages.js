import { existsSync } from 'node:fs'
import { versionOf } from './ensure-node.js'
import { hashFiles } from './hash-files.js'
import { runNpm } from './npm.js'
import { inRoot } from './paths.js'
import { Refusal } from './refusal.js'
import { clearStamp, readStamp, writeStamp } from './stamp.js'
import { runStep } from './step.js'

/** @typedef {'run' | 'test'} Purpose what the packages are for; 'test' needs the development ones as well */

/** @param {string} node */
const packagesHash = (node) =>
  hashFiles([inRoot('package.json'), inRoot('package-lock.json')], [versionOf(node), process.platform, process.arch])

/**
 * @param {string} node
 * @param {Purpose} purpose
 */
export function packagesAreInstalled(node, purpose) {
  const hash = packagesHash(node)
  const stamp = readStamp('packages')
  const fits = stamp === `test ${hash}` || (purpose === 'run' && stamp === `run ${hash}`)
  return fits && existsSync(inRoot('node_modules'))
}

/**
 * Installs exactly the lock file. Development packages that are installed already are kept, so that `npm start` does
 * not remove a developer's tools.
 * @param {string} node
 * @param {Purpose} purpose
 * @param {{ onStart: (pid: number) => void }} options
 */
export async function installPackages(node, purpose, { onStart }) {
  const kept = purpose === 'test' || existsSync(inRoot('node_modules/knip')) ? 'test' : 'run'
  const name = kept === 'test' ? 'Installing packages, with the development ones' : 'Installing packages'
  clearStamp('packages')
  // Explicit, because NODE_ENV=production or a user's own npm settings would otherwise decide.
  const selection = kept === 'test' ? ['--include=dev'] : ['--omit=dev']
  const installed = await runStep(name, () => runNpm(node, ['ci', ...selection, '--include=optional'], { onStart }))
  if (installed.code !== 0) throw new Refusal(`${installed.output.trim()}\nInstalling packages failed (see above).`)
  writeStamp('packages', `${kept} ${packagesHash(node)}`)
}
