import { readEnv } from '#server/env.ts'
import { createLog } from '#server/operations/log.ts'
import { listen } from '#server/process/listen.ts'
import { startServer } from '#server/start/start-server.ts'
import { openDiskStorage } from '#server/storage/disk-storage.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { concurrency, makePicture } from './picture.ts'

// The real server, all roles, with a provider that costs nothing.
const [connectionString = '', folder = ''] = process.argv.slice(2)
const bytes = await makePicture()
const server = startServer({
  env: readEnv({
    JOBS_PER_USER: '1000',
    AUTH_ATTEMPTS: '1000',
    REQUESTS_PER_SECOND: '100000',
    QUEUED_PER_USER: '1000000',
  }),
  connectionString,
  secret: 'a secret for benches that is long enough',
  storage: await openDiskStorage(folder),
  providers: [createInstantProvider({ concurrency, generate: async ({ seed }) => ({ bytes, seed, warnings: [] }) })],
  log: createLog('error'),
})
const web = await listen(server.app.fetch, '127.0.0.1', 0)
process.on('disconnect', async () => {
  web.close()
  await server.stop()
  process.exit(0)
})
process.send?.({ port: web.port })
