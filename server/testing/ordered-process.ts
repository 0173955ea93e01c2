import { readFileSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Servers and their parts are started by the dozen: each reads the compile cache of the ones before it. */
export const compiled = join(tmpdir(), 'espalier-compiled')

/** The programs of this folder that tests start and kill: `assistant-process.ts` and so on. */
export const orderedProcesses = ['assistant', 'editing', 'installing', 'spending'] as const

/**
 * Reads what a process of a test is asked, as JSON on its standard input. Writes the compile cache before: a process that is killed
 * does not.
 */
export function readOrder<Order>(): Order {
  flushCompileCache()
  return JSON.parse(readFileSync(0, 'utf8'))
}
