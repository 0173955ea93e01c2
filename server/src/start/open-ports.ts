import { randomInt, randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { thisMachineModel } from '#domain/edit/this-machine.ts'
import { maxSeed } from '#domain/generation/seed.ts'
import type { LocalModel } from '#domain/local-models/local-model.ts'
import { catalogue } from '#domain/models/catalogue.ts'
import { editModels } from '#domain/models/edit-models.ts'
import type { Model } from '#domain/models/model.ts'
import { sketchModel } from '#domain/models/sketch-model.ts'
import { hideModelsInEvents } from '#server/cards/hide-models.ts'
import { openDatabase } from '#server/db/database.ts'
import type { Env } from '#server/env.ts'
import { createFollowers } from '#server/events/followers.ts'
import { createSessionStreams } from '#server/events/session-streams.ts'
import { followAddedModels } from '#server/features/models/connections/added-models.ts'
import type { InstallerParts } from '#server/features/models/local/installer.ts'
import type { MachineLook } from '#server/features/models/local/look-at-machine.ts'
import type { ModelFolder } from '#server/features/models/local/model-folder.ts'
import { createTypicalWaits } from '#server/features/models/typical-waits.ts'
import { type Checkpoint, passCheckpoint } from '#server/jobs/checkpoint.ts'
import { unreachableLanes } from '#server/jobs/provider-health.ts'
import { queueDepth } from '#server/jobs/queue-depth.ts'
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
import { openAccounts } from './open-accounts.ts'
import type { EngineLook } from './open-local-engines.ts'
import { openMoney } from './open-money.ts'
import { serverKeysOf } from './open-providers.ts'
import { type Plans, plansOf } from './plans-file.ts'

/** The parts of a server that differ between a process, a test and a drill. */
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
  /** Folder of installed models; default: in DATA_DIR. Given where a provider runs them. */
  readonly modelFolder?: ModelFolder
  /** The models that can be installed; default: the catalogue of this release. */
  readonly localCatalogue?: readonly LocalModel[]
  /** The engines that this machine can run; default: those that ONNX Runtime supports. */
  readonly engineLook?: Pick<EngineLook, 'hindrances' | 'timed'>
  /** For tests: the waits and retries of downloads, and another machine. */
  readonly downloadLimits?: InstallerParts['downloadLimits']
  readonly look?: MachineLook
  /** For tests: how metadata documents of programs are read; default: from the public internet alone. */
  readonly fetchDocument?: LimitedFetch
  /** For drills: see `Checkpoint`. */
  readonly checkpoint?: Checkpoint
}

/** Edits of this machine at once: all wait for one engine where they need a net, within the time limit of an image. */
const maxEditsAtOnce = 2

/** Everything that the parts of one process share: the database, providers, storage, accounts, money, and what signs and limits. */
export type Ports = ReturnType<typeof openPorts>

/** Opens what the parts of one process share. The database must be migrated. */
export function openPorts(parts: ServerParts) {
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
  const endpointFetch = createEndpointFetch()
  const thumbnailer = createThumbnailer(storage, work.thumbnails)
  const { SIGNING_PEM: givenPem = null } = env
  const readPem = async () => (givenPem === null || givenPem === 'off' ? readOrMakeSigningPem(env.DATA_DIR) : givenPem)
  const credentials = createPictureCredentials(readPem)
  const fileSigner = givenPem === 'off' ? noFileSigner : createFileSigner({ readPem, log })
  const sessionStreams = createSessionStreams({ db, log, now: Date.now })
  const accounts = openAccounts(db, { env, secret: parts.secret, log })
  const moneyDeps = openMoney(db, { env, plans: parts.plans ?? plansOf({}), log, now: parts.now ?? Date.now })
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
  return {
    ...{ env, log, connectionString, checkpoint, localTools, providers, retouch, storage, database, db, registry },
    ...{ keySeal, allowedHosts, addedModels, metrics, work, endpointFetch, thumbnailer, credentials, fileSigner },
    ...{ sessionStreams, accounts, moneyDeps, followers, requesting },
    typicalWaits: createTypicalWaits(db),
    /** Ends what nothing else uses any more; the database goes last. */
    async close(): Promise<void> {
      await endpointFetch.close()
      sessionStreams.close()
      accounts.mailer.close()
      await credentials.close()
      await Promise.all(providers.map((provider) => provider.close?.()))
      await retouch.close()
      // Requests in progress are given a moment before the connections close.
      await wait(50)
      await database.close()
    },
    /** Ends when the models that were added in the app are read. */
    addedAtStart,
  }
}
