import { existsSync } from 'node:fs'
import { hashFiles } from './hash-files.js'
import { inRoot } from './paths.js'
import { Refusal } from './refusal.js'
import { run } from './run.js'
import { clearStamp, readStamp, writeStamp } from './stamp.js'

const sources = ['web', 'contract/src', 'domain/src', 'package.json', 'package-lock.json'].map((path) => inRoot(path))

/** Whether web/dist was built from the current sources. */
export const webIsBuilt = () => existsSync(inRoot('web/dist/index.html')) && readStamp('web') === hashFiles(sources)

/**
 * Builds the web into web/dist.
 * @param {string} node
 * @param {{ onStart: (pid: number) => void }} options
 */
export async function buildWeb(node, { onStart }) {
  console.log('Building the web …')
  // Hashed before the build: a file saved while it runs leads to another build, not to a stale page.
  const hash = hashFiles(sources)
  clearStamp('web')
  const vite = inRoot('node_modules/vite/bin/vite.js')
  const args = ['build', inRoot('web'), '--config', inRoot('web/vite.config.ts'), '--logLevel', 'warn']
  const env = { ...process.env, NODE_ENV: 'production' }
  const built = await run(node, [vite, ...args], { env, onStart })
  if (built.code !== 0) throw new Refusal(`${built.output.trim()}\nBuilding the web failed (see above).`)
  writeStamp('web', hash)
}
