import { randomInt, randomUUID } from 'node:crypto'
import { availableParallelism, hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { Hono } from 'hono'
import { asUserId, type UserId } from '#domain/account/user-id.ts'
import { thisMachineModel } from '#domain/edit/this-machine.ts'
import { maxSeed } from '#domain/generation/seed.ts'
import { localModels as localModelCatalogue } from '#domain/local-models/catalogue.ts'
import type { LocalModel } from '#domain/local-models/local-model.ts'
import { catalogue } from '#domain/models/catalogue.ts'
import { editModels } from '#domain/models/edit-models.ts'
import type { Model } from '#domain/models/model.ts'
import { sketchModel } from '#domain/models/sketch-model.ts'
import { unsupportedHere } from '#engine/install-runtime.ts'
import { createAssistant } from '#server/agents/assistant/assistant.ts'
import type { ServerModel } from '#server/agents/assistant/model-settings.ts'
import { sessionChannel } from '#server/auth/known-sessions.ts'
import { startBackground } from '#server/background/runner.ts'
import { hideModelsInEvents } from '#server/cards/hide-models.ts'
import { type DatabasePool, openDatabase, type SystemDatabase } from '#server/db/database.ts'
import { assistantKeyOf, type Env } from '#server/env.ts'
import { eventChannel } from '#server/events/append-events.ts'
import { ephemeralChannel, readEphemeral } from '#server/events/ephemeral-events.ts'
import { createFollowers } from '#server/events/followers.ts'
import { startListener } from '#server/events/listener.ts'
import { createSessionStreams } from '#server/events/session-streams.ts'
import { ownerEmail } from '#server/features/api-tokens/api-tokens.ts'
import { createJobHandlers } from '#server/features/images/job-handlers.ts'
import { createSafetyFilter } from '#server/features/images/safety-filter.ts'
import { followAddedModels } from '#server/features/models/connections/added-models.ts'
import { connectionsChannel } from '#server/features/models/connections/connection-rows.ts'
import { type InstallerParts, startInstaller } from '#server/features/models/local/installer.ts'
import { createMachineLook, type MachineLook } from '#server/features/models/local/look-at-machine.ts'
import { type ModelFolder, openModelFolder } from '#server/features/models/local/model-folder.ts'
import { originOf } from '#server/features/models/local/model-host.ts'
import { createWorkflowTests } from '#server/features/models/workflows/workflow-tests.ts'
import { createShownVersions } from '#server/features/sharing/shown-version.ts'
import { createApp } from '#server/http/app.ts'
import type { AppEnv } from '#server/http/app-context.ts'
import { createClientAddress, createProxyTrust } from '#server/http/guards/client-address.ts'
import { createOwnNames } from '#server/http/guards/own-names.ts'
import { type Checkpoint, passCheckpoint } from '#server/jobs/checkpoint.ts'
import { jobChannel } from '#server/jobs/job.ts'
import { unreachableLanes } from '#server/jobs/provider-health.ts'
import { queueDepth } from '#server/jobs/queue-depth.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { webhookOffEmail } from '#server/mail/email-texts.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { createVisitMail } from '#server/mail/visit-mail.ts'
import { createKeySeal } from '#server/models/seal-key.ts'
import type { LimitedFetch } from '#server/operations/bounded-fetch.ts'
import type { Log } from '#server/operations/log.ts'
import { createMetrics } from '#server/operations/metrics.ts'
import { createWorkLimits } from '#server/operations/work-limits.ts'
import { createFileSigner, noFileSigner } from '#server/pictures/credentials/file-signer.ts'
import { createPictureCredentials } from '#server/pictures/credentials/picture-credentials.ts'
import { readOrMakeSigningPem } from '#server/pictures/credentials/signing-identity.ts'
import { createThumbnailer } from '#server/pictures/thumbnailer.ts'
import { createEndpointFetch } from '#server/providers/common/endpoint-fetch.ts'
import { type LocalTools, noLocalTools } from '#server/providers/local/onnx/local-tools.ts'
import { createThisMachineProvider } from '#server/providers/local/this-machine/this-machine-provider.ts'
import type { ImageProvider } from '#server/providers/provider.ts'
import { createModelRegistry } from '#server/providers/registry.ts'
import { createRetouchPool } from '#server/retouch/retouch-pool.ts'
import type { Storage } from '#server/storage/storage.ts'
import { withNamedFailures } from '#server/storage/storage-failure.ts'
import { createUsualWaits } from '../features/models/usual-waits.ts'
import { backgroundTasks } from './background-tasks.ts'
import { openAccounts } from './open-accounts.ts'
import type { EngineLook } from './open-local-engines.ts'
import { openMoney } from './open-money.ts'
import { serverKeysOf } from './open-providers.ts'
import { type Plans, plansOf } from './plans-file.ts'

export type ServerParts = {
  readonly env: Env
  /** Default: no operator's file. */
  readonly plans?: Plans
  readonly connectionString: string
  readonly secret: string
  readonly storage: Storage
  readonly providers: readonly ImageProvider[]
  /** The tools of this machine; default: none. */
  readonly localTools?: LocalTools
  readonly log: Log
  /** The models of hosted providers; default: the catalogue of this release. */
  readonly catalogue?: readonly Model[]
  /** Milliseconds since 1970; default: the machine's clock. For tests of days and months. */
  readonly now?: () => number
  /** Identifies the build of the web application, so that open pages detect a new one; default: 'development'. */
  readonly release?: string
  /** The document that clients of agents show for a card, which the build of the web application makes; default: none. */
  readonly cardView?: string
  /** Where models are installed; default: in DATA_DIR. Given where a provider runs them. */
  readonly modelFolder?: ModelFolder
  /** The models that can be installed; default: the catalogue of this release. */
  readonly localCatalogue?: readonly LocalModel[]
  /** What this machine can run; default: what ONNX Runtime says. */
  readonly engineLook?: Pick<EngineLook, 'hindrances' | 'timed'>
  /** For tests: the waits and retries of downloads, and another machine. */
  readonly downloadLimits?: InstallerParts['downloadLimits']
  readonly look?: MachineLook
  /** For tests: how metadata documents of programs are read; default: from the public internet alone. */
  readonly fetchDocument?: LimitedFetch
  /** For drills: see `Checkpoint`. */
  readonly checkpoint?: Checkpoint
}

export type Server = {
  readonly app: Hono<AppEnv>
  readonly database: DatabasePool
  /** Reports not ready, ends the event streams with a time to reconnect, and stops the worker from claiming jobs. */
  drain(): void
  /** Drains the worker and closes the database; a second call waits for the first. */
  stop(): Promise<void>
}

/** Informs the owner of a webhook that was switched off, where emails are sent. The page lists it as such in any case. */
async function mailSwitchedOff(
  { db, mailer, log }: { db: SystemDatabase; mailer: Mailer; log: Log },
  { userId, url }: { userId: UserId; url: string },
): Promise<void> {
  try {
    const email = mailer.canSend ? await ownerEmail(db, userId) : null
    if (email !== null) await mailer.send(webhookOffEmail(email, url))
  } catch (error) {
    log.error({ err: error }, 'the mail server did not accept an email')
  }
}

/** Edits of this machine at once: all wait for one engine where they need a net, within the time limit of an image. */
const maxEditsAtOnce = 2
/** Of a server whose engines are not given. */
const onnxAlone = { hindrances: { onnx: unsupportedHere(), 'sd-server': null }, timed: new Set(['onnx'] as const) }

/** How long local engines may take to say what they have, after an installation. */
const discoverMs = 10_000
/** How long running images may take to finish when the server stops; the rest continues at the next start. */
const drainMs = 10_000

/** The operator's language model; null without one. */
function serverModelOf(env: Env): ServerModel | null {
  const { provider, model, url, 'tokens-per-day': tokensPerDay } = env.ASSISTANT_MODEL
  if (provider === undefined || model === undefined) return null
  return { provider, model, key: assistantKeyOf(env) ?? '', baseUrl: url ?? null, tokensPerDay }
}

/** Assembles one process and starts its roles. The database must be migrated. */
export function startServer(parts: ServerParts): Server {
  const { env, log, connectionString, checkpoint = passCheckpoint, localTools = noLocalTools } = parts
  const editsAtOnce = Math.max(1, availableParallelism() - 1)
  const retouch = createRetouchPool({ size: editsAtOnce })
  const providers = [
    ...parts.providers,
    createThisMachineProvider({ retouch, tools: localTools, concurrency: Math.min(maxEditsAtOnce, editsAtOnce) }),
  ]
  const { SERVER_LIMITS: serverLimits, PERSON_LIMITS: personLimits } = env
  const storage = withNamedFailures(parts.storage)
  const database = openDatabase(connectionString, {
    connections: env.DATABASE_CONNECTIONS,
    statementSeconds: serverLimits['statement-seconds'],
    // With a separate address for LISTEN, this one leads through a pooler.
    plans: env.DATABASE_URL_DIRECT === undefined ? 'once' : 'each-time',
    onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
    onRepeat: () => metrics.transactionRepeated(),
  })
  const db = database.system
  const priceHundredths = Math.round(env.SKETCH_CREDITS * 100)
  const registry = createModelRegistry({
    providers,
    models: [
      ...(parts.catalogue ?? catalogue),
      { ...sketchModel, stats: { ...sketchModel.stats, priceHundredths } },
      ...editModels,
      thisMachineModel,
    ],
    serverKeys: serverKeysOf(env),
  })
  const keySeal = createKeySeal(parts.secret)
  const allowedHosts = new Set<string>(env.ALLOWED_PROVIDER_HOSTS)
  const addedModels = followAddedModels({ db, registry, log })
  const addedAtStart = addedModels.reload()
  const metrics = createMetrics({ queueDepth: () => queueDepth(db), unreachableLanes: () => unreachableLanes(db) })
  const work = createWorkLimits({
    memoryBytes: serverLimits['work-megabytes'] * 1_000_000,
    // Memory for two imports of the largest kind, with some pictures that are unpacked.
    temporaryBytes: 2 * personLimits['import-megabytes'] * 1_000_000 + 1_000_000_000,
  })
  const workflowTests = createWorkflowTests({ db, registry, log, work, reload: () => addedModels.reload() })
  const thumbnailer = createThumbnailer(storage, work.thumbnails)
  const { SIGNING_PEM: givenPem = null } = env
  const readPem = async () => (givenPem === null || givenPem === 'off' ? readOrMakeSigningPem(env.DATA_DIR) : givenPem)
  const credentials = createPictureCredentials(readPem)
  const fileSigner = givenPem === 'off' ? noFileSigner : createFileSigner({ readPem, log })
  const sessionStreams = createSessionStreams({ db, log, now: Date.now })
  const accounts = openAccounts(db, { env, secret: parts.secret, log })
  const { sessions, tokens, mailer } = accounts
  const moneyDeps = openMoney(db, { env, plans: parts.plans ?? plansOf(env), log, now: parts.now ?? Date.now })
  const followers = createFollowers({
    db,
    log,
    metrics,
    present: (userId, events) =>
      hideModelsInEvents({ db: database.forUser(userId), registry, money: moneyDeps.money }, userId, events),
  })
  const requesting = {
    registry,
    storage,
    fileSigner,
    work,
    localTools,
    addedModels,
    money: moneyDeps.money,
    limits: { queued: personLimits.queued, projects: personLimits.projects, cards: personLimits.cards },
    newId: randomUUID,
    newSeed: () => randomInt(maxSeed + 1),
  }
  const folder = parts.modelFolder ?? openModelFolder(env.DATA_DIR)
  const origin = originOf(env.LOCAL_MODELS)
  const localCatalogue = parts.localCatalogue ?? localModelCatalogue
  const installer =
    origin !== null && env.ROLES.includes('worker')
      ? startInstaller({
          db,
          log,
          catalogue: localCatalogue,
          folder,
          origin,
          worker: randomUUID(),
          leaseSeconds: env.JOB_LEASE_SECONDS,
          ...(parts.downloadLimits && { downloadLimits: parts.downloadLimits }),
        })
      : null
  const stopDiscovery = folder.onChange(() => void registry.discover(AbortSignal.timeout(discoverMs)))
  const localModels = {
    catalogue: localCatalogue,
    folder,
    origin,
    engines: new Set(providers.flatMap(({ localEngine }) => localEngine ?? [])),
    look: parts.look ?? createMachineLook(env.DATA_DIR, parts.engineLook ?? onnxAlone),
    wake: () => installer?.wake(),
  }
  const usualWaits = createUsualWaits(database.system)
  const webhookHosts = new Set<string>(env.ALLOWED_WEBHOOK_HOSTS)
  const endpointFetch = createEndpointFetch()
  const sending = {
    ...{ db, keySeal, webhookHosts, endpointFetch },
    onSwitchedOff: ({ userId, url }: { readonly userId: UserId; readonly url: string }) =>
      void mailSwitchedOff({ db, mailer, log }, { userId, url }),
  }
  const assistantModels = {
    keySeal,
    serverModel: serverModelOf(env),
    reach: (way: 'public' | 'anywhere') => endpointFetch.for({ reach: way }),
    allowedHosts,
  }
  const assistant = createAssistant({
    databases: database,
    tools: {
      ...requesting,
      ...{ followers, thumbnailer, work, log, checkpoint, system: database.system },
      usualWaits,
    },
    models: assistantModels,
    leaseSeconds: env.JOB_LEASE_SECONDS,
    address: env.PUBLIC_URL?.replace(/\/+$/, '') ?? '',
  })
  let draining = false
  const app = createApp({
    databases: database,
    ...accounts,
    fetchDocument: parts.fetchDocument ?? endpointFetch.for({ reach: 'public' }),
    thumbnailer,
    credentials,
    keySeal,
    connections: { allowedHosts, reload: () => addedModels.reload() },
    usualWaits,
    localModels,
    followers,
    ...{ sessionStreams, shownVersions: createShownVersions() },
    webhookHosts,
    sending,
    assistant,
    assistantModels,
    ...{ metrics, log, checkpoint },
    clientAddress: createClientAddress(env.TRUSTED_PROXIES),
    isTrustedProxy: createProxyTrust(env.TRUSTED_PROXIES),
    ownNames: createOwnNames({ publicUrl: env.PUBLIC_URL, listensOn: env.HOST, machine: hostname() }),
    publicUrl: env.PUBLIC_URL,
    importBytes: personLimits['import-megabytes'] * 1_000_000,
    importSeconds: serverLimits['import-seconds'],
    requestsPerSecond: personLimits['requests-per-second'],
    requestsAtOnce: serverLimits['requests-at-once'],
    requestSeconds: serverLimits['request-seconds'],
    streamsPerUser: personLimits.streams,
    release: parts.release ?? 'development',
    cardView: parts.cardView ?? null,
    isDraining: () => draining,
    metricsToken: env.METRICS_TOKEN,
    communityUrl: env.COMMUNITY_URL,
    ...moneyDeps,
    ...requesting,
  })

  const imageDeps = {
    ...{ db, registry, localTools, retouch, keySeal, allowedHosts, storage, thumbnailer, checkpoint, log, metrics },
    ...{ credentials, work },
    safetyFilter: createSafetyFilter({ setting: env.SAFETY_FILTER, db, registry, localTools, log }),
    reloadAdded: () => addedModels.reload(),
    random: Math.random,
  }
  const worker = env.ROLES.includes('worker')
    ? startWorker({
        db,
        log,
        providers,
        sideWork: workflowTests,
        leaseSeconds: env.JOB_LEASE_SECONDS,
        jobsPerUser: personLimits.jobs,
        atOncePerKey: env.PROVIDER_AT_ONCE,
        handlers: createJobHandlers({ ...imageDeps, timeLimitSeconds: env.IMAGE_TIME_LIMIT_SECONDS }),
      })
    : null
  const listener = startListener({
    connectionString: env.DATABASE_URL_DIRECT ?? connectionString,
    log,
    channels: {
      [eventChannel]: (payload) => followers.notify(asUserId(payload.slice(0, payload.indexOf(':')))),
      [ephemeralChannel]: (payload) => {
        const { userId, event } = readEphemeral(payload)
        followers.broadcast(userId, event)
      },
      [sessionChannel](payload) {
        const userId = asUserId(payload)
        sessions.forget(userId)
        tokens.forget(userId)
        sessionStreams.check(userId)
      },
      [connectionsChannel]: () => void addedModels.reload(),
      [jobChannel]: (payload) => {
        if (payload.startsWith('cancel:')) worker?.cancel(Number(payload.slice('cancel:'.length)))
        else worker?.wake()
      },
    },
    onLost() {
      sessions.setInvalidation('lost')
      tokens.setInvalidation('lost')
      sessionStreams.setInvalidation('lost')
    },
    onConnect() {
      sessions.setInvalidation('connected')
      tokens.setInvalidation('connected')
      sessionStreams.setInvalidation('connected')
      sessionStreams.checkAll()
      followers.notifyAll()
      worker?.wake()
      void addedModels.reload()
    },
  })
  const sendVisitEmail = mailer.canSend && env.PUBLIC_URL ? createVisitMail(mailer, env.PUBLIC_URL) : null
  const tasks = backgroundTasks(
    { db, thumbnailer, folder, sending, assistant, billing: moneyDeps.billing, sendVisitEmail, ...requesting },
    env.ROLES,
  )
  const background = startBackground(tasks, { log, metrics })

  async function stopAll(): Promise<void> {
    await addedAtStart
    stopDiscovery()
    await installer?.stop()
    await assistant.close()
    await worker?.stop(drainMs)
    await background.stop()
    await endpointFetch.close()
    await listener.close()
    sessionStreams.close()
    mailer.close()
    await credentials.close()
    await Promise.all(providers.map((provider) => provider.close?.()))
    await retouch.close()
    // Requests in progress are given a moment before the connections close.
    await wait(50)
    await database.close()
  }
  let stopped: Promise<void> | null = null

  return {
    app,
    database,
    drain() {
      draining = true
      followers.endAll()
      worker?.finish()
    },
    stop() {
      stopped ??= stopAll()
      return stopped
    },
  }
}
