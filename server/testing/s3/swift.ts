import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '#server-testing/free-port.ts'
import { type SwiftPorts, swiftSettings } from './swift-settings.ts'

const run = promisify(execFile)
const kinds = ['account', 'container', 'object'] as const
const maxStartMs = 60_000

/** Debian's packages swift-proxy, swift-account, swift-container, swift-object and memcached. */
export const swiftIsInstalled = () => existsSync('/usr/bin/swift-proxy-server') && existsSync('/usr/bin/memcached')

/** One device, one copy. What `swift-ring-builder` does in nine calls, which take seven times as long. */
const ringScript = `
import sys
from swift.common.ring import RingBuilder
for kind, port in (each.split('=') for each in sys.argv[1:]):
    at = {'ip': '127.0.0.1', 'port': int(port), 'replication_ip': '127.0.0.1', 'replication_port': int(port)}
    builder = RingBuilder(0, 1, 0)
    builder.add_dev({'region': 1, 'zone': 1, 'device': 'd', 'weight': 1.0, 'meta': '', **at})
    builder.rebalance()
    builder.get_ring().save(kind + '.ring.gz')
`

/** The folder of each server's files. */
const makeRings = (folder: string, ports: SwiftPorts) =>
  run('/usr/bin/python3', ['-c', ringScript, ...kinds.map((kind) => `${kind}=${ports[kind]}`)], { cwd: folder })

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).on('error', () => resolve(false))
  })

/** Waits until every part answers: the proxy in front does so before the servers behind it. */
async function untilHealthy(ports: SwiftPorts, processes: readonly ChildProcess[]): Promise<void> {
  const until = Date.now() + maxStartMs
  for (;;) {
    const areThere = await Promise.all(Object.values(ports).map(answers))
    const front = await fetch(`http://127.0.0.1:${ports.proxy}/healthcheck`).catch(() => null)
    if (front?.ok && areThere.every(Boolean)) return
    const ended = processes.find(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null)
    if (ended) throw new Error(`A part of Swift ended at once: ${ended.spawnargs.join(' ')}`)
    if (Date.now() > until) throw new Error('Swift did not start within a minute.')
    await wait(100)
  }
}

/** A whole OpenStack Swift in a folder of its own. */
export type Swift = { readonly port: number; stop(): Promise<void> }

/** Starts it; takes some seconds. */
export async function startSwift(): Promise<Swift> {
  const folder = await mkdtemp(join(tmpdir(), 'espalier-swift-'))
  const [account, container, object, proxy, cache] = await Promise.all([1, 2, 3, 4, 5].map(() => freePort()))
  if (!account || !container || !object || !proxy || !cache) throw new Error('There are no free ports.')
  const ports: SwiftPorts = { account, container, object, proxy, cache }
  const user = userInfo().username
  await mkdir(join(folder, 'devices', 'd'), { recursive: true })
  for (const [name, text] of Object.entries(swiftSettings(folder, ports, user)))
    await writeFile(join(folder, name), text)
  await makeRings(folder, ports)
  // Killed with the process that started them, however that ends.
  const start = (...words: string[]) =>
    spawn('setpriv', ['--pdeathsig', 'KILL', ...words], { cwd: folder, stdio: 'ignore' })
  const processes = [
    start('memcached', '-u', user, '-l', '127.0.0.1', '-p', String(ports.cache), '-m', '16'),
    ...[...kinds, 'proxy'].map((kind) => start(`swift-${kind}-server`, join(folder, `${kind}.conf`))),
  ]
  const stop = async () => {
    const running = processes.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
    const gone = running.map((child) => once(child, 'exit'))
    for (const child of running) child.kill('SIGKILL')
    await Promise.all(gone)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await untilHealthy(ports, processes)
  } catch (error) {
    await stop()
    throw error
  }
  return { port: ports.proxy, stop }
}
