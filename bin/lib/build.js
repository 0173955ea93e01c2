import { existsSync } from 'node:fs'
import { hashFiles } from './hash-files.js'
import { inRoot } from './paths.js'
import { Refusal } from './refusal.js'
import { run } from './run.js'
import { clearStamp, readStamp, writeStamp } from './stamp.js'
import { runStep } from './step.js'

/**
 * What is built of the sources: `web/dist` for browsers, `server/dist` for Node.
 * @typedef {'web' | 'server'} Part
 */

const shared = ['contract/src', 'domain/src', 'package.json', 'package-lock.json']

/** @type {Record<Part, { result: string, sources: string[] }>} */
const parts = {
  web: { result: 'web/dist/index.html', sources: ['web', ...shared] },
  server: {
    result: 'server/dist/main.js',
    sources: ['server/src', 'server/vite.config.ts', 'sketch/src', 'engine/src', ...shared],
  },
}

/** @param {Part} part */
const sourcesHash = (part) => hashFiles(parts[part].sources.map((path) => inRoot(path)))

/**
 * Whether a part was built from the current sources.
 * @param {Part} part
 */
export const isBuilt = (part) => existsSync(inRoot(parts[part].result)) && readStamp(part) === sourcesHash(part)

/**
 * Builds a part.
 * @param {string} node
 * @param {Part} part
 * @param {{ onStart?: (pid: number) => void }} [options]
 */
export async function build(node, part, { onStart } = {}) {
  // Hashed before the build: a file saved while it runs leads to another build, not to a stale result.
  const hash = sourcesHash(part)
  clearStamp(part)
  const vite = inRoot('node_modules/vite/bin/vite.js')
  const args = ['build', inRoot(part), '--config', inRoot(part, 'vite.config.ts'), '--logLevel', 'warn']
  const env = { ...process.env, NODE_ENV: 'production' }
  const built = await runStep(`Building the ${part}`, () =>
    run(node, [vite, ...args], { env, ...(onStart && { onStart }) }),
  )
  if (built.code !== 0) throw new Refusal(`${built.output.trim()}\nBuilding the ${part} failed (see above).`)
  writeStamp(part, hash)
}
