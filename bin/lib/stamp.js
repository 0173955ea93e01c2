import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from './paths.js'

/**
 * The text of the last completed run of a step; null where it never completed.
 * @param {string} name
 */
export function readStamp(name) {
  try {
    return readFileSync(join(cacheFolder, `${name}.stamp`), 'utf8')
  } catch {
    return null
  }
}

/**
 * Writes the stamp at the end of a step: an interrupted step has none.
 * @param {string} name
 * @param {string} text
 */
export function writeStamp(name, text) {
  mkdirSync(cacheFolder, { recursive: true })
  writeFileSync(join(cacheFolder, `${name}.stamp`), text)
}

/** @param {string} name */
export const clearStamp = (name) => writeStamp(name, '')
