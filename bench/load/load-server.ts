import { readdirSync } from 'node:fs'
import { readEnv } from '#server/env.ts'
import { createLog } from '#server/operations/log.ts'
import { listen } from '#server/process/listen.ts'
import { startServer } from '#server/start/start-server.ts'
import { openDiskStorage } from '#server/storage/disk-storage.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { makePicture } from './picture.ts'
import { recordStatements } from './recorded-statements.ts'

// The real server, all roles, with a free provider and limits out of reach.
const [connectionString = '', folder = ''] = process.argv.slice(2)
const takeStatements = recordStatements()
const bytes = await makePicture()
const server = startServer({
  env: readEnv({
    SERVER_LIMITS: 'requests-at-once=10000,sign-in-attempts=100000',
    PERSON_LIMITS: 'requests-per-second=1000000,jobs=100,queued=1000000,streams=1000',
  }),
  connectionString,
  secret: 'a secret for benches that is long enough',
  storage: await openDiskStorage(folder),
  providers: [createInstantProvider({ generate: async ({ seed }) => ({ bytes, seed, warnings: [] }) })],
  log: createLog('error'),
})
const web = await listen(server.app.fetch, '127.0.0.1', 0)
process.on('message', (question: 'cpu' | 'numbers' | 'statements') => {
  if (question === 'cpu') {
    const { user, system } = process.cpuUsage()
    process.send?.(user + system)
    return
  }
  if (question === 'statements') {
    process.send?.(takeStatements())
    return
  }
  globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  const handles = readdirSync('/proc/self/fd').length
  process.send?.({ rssBytes: rss, heapBytes: heapUsed + external, handles })
})
process.on('disconnect', async () => {
  await web.close()
  await server.stop()
  process.exit(0)
})
process.send?.({ port: web.port })
