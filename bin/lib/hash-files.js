import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './paths.js'

const SKIPPED_FOLDERS = new Set(['dist', 'node_modules'])
const TEST_FILE = /\.test\.tsx?$/

/**
 * One hash over names and contents of the given files and folders (tests and build results left out). Missing paths
 * count as empty.
 * @param {string[]} paths
 * @param {string[]} [facts] further text that the result depends on
 */
export function hashFiles(paths, facts = []) {
  const hash = createHash('sha256')
  for (const fact of facts) hash.update(`${fact}\0`)
  for (const file of paths.flatMap(listFiles)) {
    const content = readFileSync(file)
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function listFiles(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .filter((name) => !SKIPPED_FOLDERS.has(name) && !TEST_FILE.test(name))
    .flatMap((name) => listFiles(`${path}/${name}`))
}
