import { readEnv } from '#server/env.ts'
import { createLog } from '#server/operations/log.ts'
import { filesFolder } from '#server/start/open-storage.ts'
import { startServer } from '#server/start/start-server.ts'
import { openDiskStorage } from '#server/storage/disk-storage.ts'
import { createInstantProvider } from './instant-provider.ts'
import { readOrder } from './ordered-process.ts'

/** What the process is asked, as JSON on its standard input: a server, and the steps of a program that asks it for images. */
export type SpendingProcess = {
  readonly connectionString: string
  readonly dataDir: string
  readonly secret: string
  readonly variables: Readonly<Record<string, string>>
  /** Of the program. */
  readonly headers: Readonly<Record<string, string>>
  /** Its steps, each with the key under which it is repeated. */
  readonly steps: readonly { readonly key: string; readonly body: object }[]
}

const order = readOrder<SpendingProcess>()
const instant = createInstantProvider()
// A whole server, in a process that a test can kill while images are asked for, held, made and paid.
const { app } = startServer({
  env: readEnv({ DATA_DIR: order.dataDir, ...order.variables }),
  connectionString: order.connectionString,
  secret: order.secret,
  storage: await openDiskStorage(filesFolder(order.dataDir)),
  providers: [
    createInstantProvider({
      // Long enough that images are in work whenever the process is killed.
      async generate(request, call) {
        await new Promise((resolve) => setTimeout(resolve, 40))
        return instant.generate(request, call)
      },
    }),
  ],
  log: createLog('silent'),
})

/** Two at a time, as an agent that does not wait for its images; a step that was done answers what it has made. */
const waiting = [...order.steps]
async function work(): Promise<void> {
  for (let step = waiting.shift(); step; step = waiting.shift())
    await app.request('/api/generations', {
      method: 'POST',
      headers: { ...order.headers, 'content-type': 'application/json', 'idempotency-key': step.key },
      body: JSON.stringify(step.body),
    })
}
await Promise.all([work(), work()])
