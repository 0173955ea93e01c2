import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from './paths.js'

/**
 * What a step last finished for, as text; null where it never finished.
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
 * Written as the last act of a step: a step that was interrupted has none.
 * @param {string} name
 * @param {string} text
 */
export function writeStamp(name, text) {
  mkdirSync(cacheFolder, { recursive: true })
  writeFileSync(join(cacheFolder, `${name}.stamp`), text)
}

/** @param {string} name */
export const clearStamp = (name) => writeStamp(name, '')
