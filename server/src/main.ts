import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readOrMakeSecret } from './auth/secret.ts'
import { bypassesRowSecurity } from './db/bypasses-row-security.ts'
import { openEmbeddedPostgres } from './db/embedded/embedded-postgres.ts'
import { grantRights } from './db/grant-rights.ts'
import { migrateOrCheck } from './db/migrate.ts'
import { refuseUnfinishedCopy } from './db/unfinished-copy.ts'
import { readEnv } from './env.ts'
import { openModelFolder } from './features/models/local/model-folder.ts'
import { openDevelopmentWeb } from './http/development-web.ts'
import { addWebFiles, cardViewOf, releaseOf } from './http/web-files.ts'
import { createLog } from './operations/log.ts'
import { clearAbandonedFiles } from './operations/temporary-files.ts'
import { listen } from './process/listen.ts'
import { describeAddress } from './process/own-address.ts'
import { type OnShutdown, runProcess } from './process/run-process.ts'
import { readCatalogue, writeCatalogueSchema } from './start/catalogue-file.ts'
import { readLocalCatalogue } from './start/local-catalogue-file.ts'
import { lookAtEngines } from './start/open-local-engines.ts'
import { createProviders, serverKeysOf } from './start/open-providers.ts'
import { openStorage } from './start/open-storage.ts'
import { readPlans } from './start/plans-file.ts'
import { spendingWarning } from './start/spending-warning.ts'
import { startServer } from './start/start-server.ts'

/** With the ten seconds of the worker's drain and the delay for proxies, less than the 30 after which orchestrators kill. */
const drainMs = 8_000

const webFolder = fileURLToPath(new URL('../../web', import.meta.url))

/** Reads the settings and starts everything; each started part registers how it is stopped. */
async function start(onShutdown: OnShutdown): Promise<string> {
  const env = readEnv(process.env)
  // In a terminal the address must stay visible among the lines of requests.
  const log = createLog(env.LOG_LEVEL ?? (process.stdout.isTTY ? 'warn' : 'info'))
  let connectionString = env.DATABASE_URL
  if (!connectionString) {
    const postgres = await openEmbeddedPostgres({
      dataDir: env.DATA_DIR,
      log: { info: (message) => log.info(message), warn: (message) => log.warn(message) },
    })
    onShutdown(() => postgres.stop())
    connectionString = postgres.connectionString
  }
  const direct = env.DATABASE_URL_ADMIN ?? env.DATABASE_URL_DIRECT ?? connectionString
  await migrateOrCheck(direct)
  await refuseUnfinishedCopy(direct)
  if (env.DATABASE_URL_ADMIN) await grantRights(env.DATABASE_URL_ADMIN, connectionString)
  if (await bypassesRowSecurity(connectionString))
    log.warn(
      'The role of DATABASE_URL is a superuser, for whom row-level security does not hold: give the server another.',
    )
  const catalogueFile = join(env.DATA_DIR, 'models.json')
  const catalogue = await readCatalogue(catalogueFile)
  await writeCatalogueSchema(catalogueFile, log)
  const plans = await readPlans(join(env.DATA_DIR, 'plans.json'), env)
  const storage = await openStorage(env)
  onShutdown(async () => storage.close())
  await clearAbandonedFiles()
  const modelFolder = openModelFolder(env.DATA_DIR)
  const engineLook = await lookAtEngines(env, process.env.PATH ?? '')
  const localCatalogue = engineLook.catalogueWith(await readLocalCatalogue(env.LOCAL_MODELS_CATALOGUE))
  const local = { catalogue: localCatalogue, installed: modelFolder, look: engineLook }
  const { providers, localTools, close } = createProviders(env, local, log)
  onShutdown(close)
  const warning = spendingWarning({
    host: env.HOST,
    publicUrl: env.PUBLIC_URL,
    serverKeys: serverKeysOf(env),
    signUp: env.SIGN_UP,
  })
  if (warning) log.warn(warning)
  const server = startServer({
    env,
    plans,
    connectionString,
    secret: env.AUTH_SECRET ?? (await readOrMakeSecret(env.DATA_DIR)),
    storage,
    providers,
    localTools,
    modelFolder,
    localCatalogue,
    engineLook,
    catalogue,
    log,
    ...(await releaseOf(join(webFolder, 'dist'))),
    ...(await cardViewOf(join(webFolder, 'dist'))),
  })
  onShutdown(() => server.stop())
  if (!env.ROLES.includes('web')) return 'this process makes pictures and serves no pages.'
  const development = process.argv.includes('--dev') ? await openDevelopmentWeb(webFolder) : null
  if (development) onShutdown(() => development.close())
  else await addWebFiles(server.app, join(webFolder, 'dist'), { signUp: env.SIGN_UP })
  const web = await listen(server.app.fetch, env.HOST, env.PORT, development?.handle)
  onShutdown(async () => {
    server.drain()
    await wait(env.DRAIN_DELAY_SECONDS * 1_000)
    await web.close({ drainMs })
  })
  const networkAddresses = Object.values(networkInterfaces()).flatMap((each) =>
    (each ?? []).filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address }) => address),
  )
  return describeAddress({ publicUrl: env.PUBLIC_URL, listensOn: env.HOST, port: web.port, networkAddresses })
}

await runProcess({ start, ready: (address) => `Espalier is ready: ${address}` })
