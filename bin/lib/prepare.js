import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildWeb, webIsBuilt } from './build-web.js'
import { fetchNode, findNode } from './ensure-node.js'
import { installPackages, packagesAreInstalled } from './install-packages.js'
import { takeLock } from './lock.js'
import { cacheFolder } from './paths.js'

/**
 * Prepares Node 24, the packages and, if requested, the built web. Does nothing where everything is up to date, and
 * lets only one process at a time change this clone.
 * @param {{ purpose: import('./install-packages.js').Purpose, web: 'build' | 'leave' }} wanted
 * @returns {Promise<string>} the path of a Node that can run the server
 */
export async function prepare({ purpose, web }) {
  const found = findNode()
  if (found && packagesAreInstalled(found, purpose) && (web === 'leave' || webIsBuilt())) return found

  mkdirSync(cacheFolder, { recursive: true })
  const lock = await takeLock(join(cacheFolder, 'lock'), {
    onWait: (pid) => console.log(`Waiting for process ${pid}, which is preparing this folder …`),
  })
  const watched = { onStart: lock.adopt }
  try {
    const node = findNode() ?? (await fetchNode(watched))
    if (!packagesAreInstalled(node, purpose)) await installPackages(node, purpose, watched)
    if (web === 'build' && !webIsBuilt()) await buildWeb(node, watched)
    return node
  } finally {
    lock.release()
  }
}
