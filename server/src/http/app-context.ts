import type { HttpBindings } from '@hono/node-server'
import type { SignUpPolicy } from '#domain/account/sign-up-policy.ts'
import type { BillingProvider } from '#server/features/billing/billing-provider.ts'
import type { Auth } from '../auth/auth.ts'
import type { KnownSessions } from '../auth/known-sessions.ts'
import type { SignInGuard } from '../auth/sign-in-guard.ts'
import type { Database } from '../db/database.ts'
import type { Followers } from '../events/followers.ts'
import type { SessionStreams } from '../events/session-streams.ts'
import type { Passwords } from '../features/account/passwords.ts'
import type { Money } from '../features/credits/money.ts'
import type { PersonLimits } from '../features/limits/person-limits.ts'
import type { KeySeal } from '../features/model-keys/seal-key.ts'
import type { Checkpoint } from '../jobs/checkpoint.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Log } from '../operations/log.ts'
import type { Metrics } from '../operations/metrics.ts'
import type { WorkLimits } from '../operations/work-limits.ts'
import type { PictureSigner } from '../pictures/credentials/picture-signer.ts'
import type { Thumbnailer } from '../pictures/thumbnailer.ts'
import type { ModelRegistry } from '../providers/registry.ts'
import type { Storage } from '../storage/storage.ts'
import type { ClientAddress } from './client-address.ts'
import type { OwnNames } from './own-names.ts'

/** Everything the routes hand on. */
export type AppDeps = {
  readonly db: Database
  readonly auth: Auth
  readonly sessions: KnownSessions
  readonly passwords: Passwords
  readonly signInGuard: SignInGuard
  readonly mailer: Mailer
  /** `needed`: a new account signs in only after a link in a letter was opened. */
  readonly emailConfirmation: 'needed' | 'not-needed'
  readonly signUpPolicy: SignUpPolicy
  readonly storage: Storage
  readonly thumbnailer: Thumbnailer
  readonly signer: PictureSigner
  readonly registry: ModelRegistry
  readonly keySeal: KeySeal
  readonly followers: Followers
  readonly sessionStreams: SessionStreams
  readonly metrics: Metrics
  readonly log: Log
  readonly checkpoint: Checkpoint
  readonly clientAddress: ClientAddress
  readonly isTrustedProxy: (address: string) => boolean
  readonly ownNames: OwnNames
  readonly publicUrl: string | undefined
  readonly money: Money
  readonly billing: BillingProvider
  readonly limits: PersonLimits
  /** Bounds on work that takes much memory, disk or time. */
  readonly work: WorkLimits
  /** What an exported project may have, packed and unpacked. */
  readonly importBytes: number
  /** Requests of one person in a second. */
  readonly requestsPerSecond: number
  readonly requestsAtOnce: number
  /** After this long a call is answered, whatever it waits for. */
  readonly requestSeconds: number
  readonly streamsPerUser: number
  /** Names what is running: the same for the same web application. */
  readonly release: string
  /** Whether the process is about to end. */
  isDraining(): boolean
  readonly metricsToken: string | undefined
  readonly communityUrl: string
  newId(): string
  newSeed(): number
}

export type AppEnv = {
  Bindings: HttpBindings
  Variables: { requestId: string; address: string; userId: string; sessionId: string }
}
