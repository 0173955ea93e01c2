import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Hono } from 'hono'
import { largestSeed } from '#domain/generation/seed.ts'
import { createAuth } from './auth/auth.ts'
import { createPasswords } from './auth/passwords.ts'
import { type DatabasePool, openDatabase } from './db/database.ts'
import type { Env } from './env.ts'
import { eventChannel } from './events/append-events.ts'
import { createFollowers } from './events/followers.ts'
import { startListener } from './events/listener.ts'
import { startSweeping } from './events/sweep-old.ts'
import { startIndexing } from './features/assets/start-indexing.ts'
import type { BillingKeeper } from './features/billing/billing-keeper.ts'
import { createLocalKeeper } from './features/billing/local-keeper.ts'
import { createStripeClient } from './features/billing/stripe-client.ts'
import { createStripeKeeper } from './features/billing/stripe-keeper.ts'
import type { Money } from './features/credits/money.ts'
import { createJobHandlers } from './features/images/job-handlers.ts'
import { startPacking } from './features/sheets/start-packing.ts'
import { startPurging } from './features/trash/start-purging.ts'
import { createApp } from './http/app.ts'
import type { AppEnv } from './http/app-context.ts'
import { createClientAddress } from './http/client-address.ts'
import { type Checkpoint, passCheckpoint } from './jobs/checkpoint.ts'
import { jobChannel } from './jobs/job.ts'
import { queueDepth } from './jobs/queue-depth.ts'
import { startWorker } from './jobs/worker.ts'
import type { Log } from './operations/log.ts'
import { createMetrics } from './operations/metrics.ts'
import { createThumbnailer } from './pictures/thumbnailer.ts'
import type { ImageProvider } from './providers/provider.ts'
import { createModelRegistry } from './providers/registry.ts'
import type { Storage } from './storage/storage.ts'

export type ServerParts = {
  readonly env: Env
  readonly connectionString: string
  readonly secret: string
  readonly storage: Storage
  readonly providers: readonly ImageProvider[]
  readonly log: Log
  /** Milliseconds since 1970; left out: the machine's clock. For tests of what days and months do. */
  readonly now?: () => number
  /** For drills: see `Checkpoint`. */
  readonly checkpoint?: Checkpoint
}

export type Server = {
  readonly app: Hono<AppEnv>
  readonly database: DatabasePool
  /** Drains the worker and closes the database; a second call waits for the first. */
  stop(): Promise<void>
}

/** How long pictures in work may take to be finished when the server stops; the rest goes on at the next start. */
const drainMs = 10_000

function moneyOf(env: Env, now: () => number): Money {
  if (env.CREDITS === 'off') return 'off'
  const monthly = { basic: env.CREDITS_BASIC * 100, pro: env.CREDITS_PRO * 100, max: env.CREDITS_MAX * 100 }
  return { now, allowances: { signup: env.CREDITS_SIGN_UP * 100, daily: env.CREDITS_DAILY * 100, monthly } }
}

type KeeperParts = {
  readonly env: Env
  readonly db: DatabasePool['db']
  readonly money: Money
  readonly log: Log
}

/** Stripe where it is set up and there is something to pay for, else the server itself. */
function keeperOf({ env, db, money, log }: KeeperParts): BillingKeeper {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_PRICES: prices } = env
  if (money === 'off' || !secretKey || !webhookSecret || !prices || !env.PUBLIC_URL) return createLocalKeeper()
  const baseUrl = env.STRIPE_BASE_URL ? new URL(env.STRIPE_BASE_URL) : undefined
  const stripe = createStripeClient({ secretKey, baseUrl })
  return createStripeKeeper({ db, stripe, prices, webhookSecret, money, publicUrl: env.PUBLIC_URL, log })
}

/** Puts the parts of one process together and starts the roles it has. The database must be migrated. */
export function startServer(parts: ServerParts): Server {
  const { env, log, storage, providers, connectionString, checkpoint = passCheckpoint } = parts
  const database = openDatabase(connectionString, {
    connections: env.DATABASE_CONNECTIONS,
    onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  })
  const { db } = database
  const registry = createModelRegistry(providers, Math.round(env.SKETCH_CREDITS * 100))
  const money = moneyOf(env, parts.now ?? Date.now)
  const metrics = createMetrics(() => queueDepth(db))
  const thumbnailer = createThumbnailer(storage)
  const followers = createFollowers({ db, log, metrics })
  const app = createApp({
    db,
    auth: createAuth(db, { secret: parts.secret, attempts: env.AUTH_ATTEMPTS, publicUrl: env.PUBLIC_URL }, log),
    passwords: createPasswords(db, { attempts: env.AUTH_ATTEMPTS }),
    storage,
    thumbnailer,
    registry,
    followers,
    metrics,
    log,
    checkpoint,
    clientAddress: createClientAddress(env.TRUSTED_PROXIES),
    publicUrl: env.PUBLIC_URL,
    metricsToken: env.METRICS_TOKEN,
    communityUrl: env.COMMUNITY_URL,
    money,
    keeper: keeperOf({ env, db, money, log }),
    newId: randomUUID,
    newSeed: () => randomInt(largestSeed + 1),
  })

  const imageDeps = { db, registry, storage, thumbnailer, checkpoint, log, metrics, random: Math.random }
  const worker = env.ROLES.includes('worker')
    ? startWorker({
        db,
        log,
        providers,
        leaseSeconds: env.JOB_LEASE_SECONDS,
        jobsPerUser: env.JOBS_PER_USER,
        handlers: createJobHandlers({ ...imageDeps, timeLimitSeconds: env.IMAGE_TIME_LIMIT_SECONDS }),
      })
    : null
  const listener = startListener({
    connectionString: env.DATABASE_URL_DIRECT ?? connectionString,
    log,
    channels: {
      [eventChannel]: (payload) => followers.notify(payload.slice(0, payload.indexOf(':'))),
      [jobChannel]: (payload) => {
        if (payload.startsWith('cancel:')) worker?.cancel(Number(payload.slice('cancel:'.length)))
        else worker?.wake()
      },
    },
    onConnect() {
      followers.notifyAll()
      worker?.wake()
    },
  })
  const stopSweeping = startSweeping(db, log)
  const stopPurging = startPurging({ db, storage, log })
  const stopPacking = env.ROLES.includes('worker')
    ? startPacking({ db, storage, thumbnailer, log, newId: randomUUID })
    : async () => {}

  const stopIndexing = env.ROLES.includes('worker') ? startIndexing({ db, log }) : async () => {}

  async function stopAll(): Promise<void> {
    await worker?.stop(drainMs)
    await Promise.all([stopSweeping(), stopPurging(), stopPacking(), stopIndexing()])
    await listener.close()
    await Promise.all(providers.map((provider) => provider.close?.()))
    // What a browser's last request still reads is given a moment before its connections go.
    await wait(50)
    await database.close()
  }
  let stopped: Promise<void> | null = null

  return {
    app,
    database,
    stop() {
      stopped ??= stopAll()
      return stopped
    },
  }
}
