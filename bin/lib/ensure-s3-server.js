import { existsSync } from 'node:fs'
import { installFromDebian } from './debian-packages.js'

/** OpenStack Swift with its S3 interface, and the cache that this one needs. */
const packages = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached']

/**
 * Installs the S3 server for the tests, where Debian has it. Elsewhere those tests are skipped.
 * @returns {Promise<void>}
 */
export async function ensureS3Server() {
  if (existsSync('/usr/bin/swift-proxy-server') && existsSync('/usr/bin/memcached')) return
  const failed = await installFromDebian(packages, 'Installing Debian’s Swift, an S3 server, for the tests (once) …')
  if (failed) console.log(failed)
}
