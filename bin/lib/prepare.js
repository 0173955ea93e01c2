import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { build, isBuilt } from './build.js'
import { fetchNode, findNode } from './ensure-node.js'
import { installPackages, packagesAreInstalled } from './install-packages.js'
import { takeLock } from './lock.js'
import { cacheFolder } from './paths.js'

const missingParts = () => /** @type {const} */ (['web', 'server']).filter((part) => !isBuilt(part))

/**
 * Prepares Node 24, the packages and, if requested, the built web and server. Does nothing where everything is up to date, and
 * lets only one process at a time change this clone.
 * @param {{ purpose: import('./install-packages.js').Purpose, parts: 'build' | 'leave' }} wanted
 * @returns {Promise<string>} the path of a Node that can run the server
 */
export async function prepare({ purpose, parts }) {
  const found = findNode()
  if (found && packagesAreInstalled(found, purpose) && (parts === 'leave' || missingParts().length === 0)) return found

  mkdirSync(cacheFolder, { recursive: true })
  const lock = await takeLock(join(cacheFolder, 'lock'), {
    onWait: (pid) => console.log(`Waiting for process ${pid}, which is preparing this folder …`),
  })
  const watched = { onStart: lock.adopt }
  try {
    const node = findNode() ?? (await fetchNode(watched))
    if (!packagesAreInstalled(node, purpose)) await installPackages(node, purpose, watched)
    // Side by side, one for each core. A build that failed is said when the other one writes no more.
    if (parts === 'build') {
      const builds = await Promise.allSettled(missingParts().map((part) => build(node, part, watched)))
      const failed = builds.find((each) => each.status === 'rejected')
      if (failed) throw failed.reason
    }
    return node
  } finally {
    lock.release()
  }
}
