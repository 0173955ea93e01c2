import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNpm } from './npm.js'
import { inRoot } from './paths.js'
import { Refusal } from './refusal.js'
import { run } from './run.js'
import { readStamp, writeStamp } from './stamp.js'

/** The server's TypeScript runs unbuilt from this major version on. */
const NEEDED_MAJOR = 24
const FETCHED_VERSION = '24.21.0'

const platform = process.platform === 'win32' ? 'win' : process.platform
const packageName = `node-${platform}-${process.arch}`
const folder = inRoot('.node')
const binary = join(folder, 'node_modules', packageName, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
const stampText = `${packageName}@${FETCHED_VERSION}`

/** @returns {string | null} the path of a Node that is new enough, where there is one already */
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
 * Brings Node 24 along from npm, into a folder that git ignores.
 * @param {{ onStart: (pid: number) => void }} options
 * @returns {Promise<string>} its path
 */
export async function fetchNode({ onStart }) {
  console.log(`Fetching Node ${FETCHED_VERSION}, as this is ${process.versions.node} (once, about 50 MB) …`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  // A package.json of its own keeps npm from walking up into the project's.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const install = ['install', `${packageName}@${FETCHED_VERSION}`, '--prefix', folder, '--no-save', '--no-package-lock']
  const installed = await runNpm(process.execPath, [...install, '--include=optional'], { onStart })
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
