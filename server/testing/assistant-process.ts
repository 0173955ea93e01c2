import { readEnv } from '#server/env.ts'
import { createLog } from '#server/operations/log.ts'
import { filesFolder } from '#server/start/open-storage.ts'
import { startServer } from '#server/start/start-server.ts'
import { openDiskStorage } from '#server/storage/disk-storage.ts'
import { createInstantProvider } from './instant-provider.ts'
import { readOrder } from './ordered-process.ts'
import { testOrigin } from './test-origin.ts'

/** Input of the process, as JSON on its standard input: a server, and one request that a language model answers. */
export type AssistantProcess = {
  readonly connectionString: string
  readonly dataDir: string
  readonly secret: string
  readonly variables: Readonly<Record<string, string>>
  readonly cookie: string
  readonly path: string
  readonly body: object
  readonly headers?: Readonly<Record<string, string>>
}

// A whole server, in a process that a test can kill while its assistant works.
const order = readOrder<AssistantProcess>()
const server = startServer({
  env: readEnv({ DATA_DIR: order.dataDir, ...order.variables }),
  connectionString: order.connectionString,
  secret: order.secret,
  storage: await openDiskStorage(filesFolder(order.dataDir)),
  providers: [createInstantProvider()],
  log: createLog('silent'),
})
const { status } = await server.app.request(order.path, {
  method: 'POST',
  headers: {
    ...{ host: 'localhost', origin: testOrigin, cookie: order.cookie, 'content-type': 'application/json' },
    ...order.headers,
  },
  body: JSON.stringify(order.body),
})
if (status >= 400) process.exit(1)
