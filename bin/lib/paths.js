import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this clone. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/**
 * A path inside this clone.
 * @param {string[]} parts
 */
export const inRoot = (...parts) => join(root, ...parts)

/** The state of the start: stamps and the lock. Git ignores it; deleting it costs one slow start. */
export const cacheFolder = inRoot('.cache')
