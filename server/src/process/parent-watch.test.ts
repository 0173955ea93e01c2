import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const watcher = fileURLToPath(new URL('./parent-watch.ts', import.meta.url))

/** A server in miniature: it runs for ten seconds, unless its parent stops it. */
const program = `
import { watchParent } from ${JSON.stringify(watcher)}
const work = setTimeout(() => {}, 10_000)
watchParent(() => { clearTimeout(work); process.exitCode = 42 })
process.send('ready')
`

describe('a server that watches its parent', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'espalier-parent-'))
    await writeFile(join(folder, 'server.mjs'), program)
  })
  afterAll(() => rm(folder, { recursive: true }))

  async function startServer(): Promise<ChildProcess> {
    const server = fork(join(folder, 'server.mjs'), { execArgv: [] })
    await once(server, 'message')
    return server
  }

  it('stops on a message', async () => {
    const server = await startServer()
    server.send('stop')
    expect(await once(server, 'exit')).toEqual([42, null])
  })

  it('stops when the parent is gone', async () => {
    const server = await startServer()
    server.disconnect()
    expect(await once(server, 'exit')).toEqual([42, null])
  })
})
