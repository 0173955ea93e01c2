import type { HttpBindings } from '@hono/node-server'
import type { SignUpPolicy } from '#domain/account/sign-up-policy.ts'
import type { UserId } from '#domain/account/user-id.ts'
import type { BillingProvider } from '#server/features/billing/billing-provider.ts'
import type { ReadColorLayouts } from '#server/features/similar-images/color-layout-cache.ts'
import type { Assistant } from '../agents/assistant/assistant.ts'
import type { ModelSettingsDeps } from '../agents/assistant/model-settings.ts'
import type { Auth } from '../auth/auth.ts'
import type { GuestLimit } from '../auth/guests.ts'
import type { KnownSessions } from '../auth/known-sessions.ts'
import type { KnownTokens, TokenCaller } from '../auth/known-tokens.ts'
import type { SignInGuard } from '../auth/sign-in-guard.ts'
import type { Databases, SystemDatabase, UserDatabase } from '../db/database.ts'
import type { Followers } from '../events/followers.ts'
import type { SessionStreams } from '../events/session-streams.ts'
import type { Passwords } from '../features/account/passwords.ts'
import type { PersonLimits } from '../features/limits/person-limits.ts'
import type { Connections } from '../features/models/connections/add-connection.ts'
import type { AddedModels } from '../features/models/connections/added-models.ts'
import type { LocalModels } from '../features/models/local/local-models.ts'
import type { TypicalWaits } from '../features/models/typical-waits.ts'
import type { ShownVersions } from '../features/sharing/shown-version.ts'
import type { SendDeps } from '../features/webhooks/send-deliveries.ts'
import type { WebhookHosts } from '../features/webhooks/webhook-address.ts'
import type { Checkpoint } from '../jobs/checkpoint.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Money } from '../models/money.ts'
import type { KeySeal } from '../models/seal-key.ts'
import type { LimitedFetch } from '../operations/bounded-fetch.ts'
import type { Log } from '../operations/log.ts'
import type { Metrics } from '../operations/metrics.ts'
import type { WorkLimits } from '../operations/work-limits.ts'
import type { FileSigner } from '../pictures/credentials/file-signer.ts'
import type { PictureCredentials } from '../pictures/credentials/picture-credentials.ts'
import type { Thumbnailer } from '../pictures/thumbnailer.ts'
import type { Watermarks } from '../pictures/watermark.ts'
import type { LocalTools } from '../providers/local/onnx/local-tools.ts'
import type { ModelRegistry } from '../providers/registry.ts'
import type { Storage } from '../storage/storage.ts'
import type { ClientAddress } from './guards/client-address.ts'
import type { OwnNames } from './guards/own-names.ts'

/** Accounts, sessions, passwords and their emails. */
export type AuthDeps = {
  readonly auth: Auth
  readonly sessions: KnownSessions
  readonly tokens: KnownTokens
  readonly passwords: Passwords
  readonly signInGuard: SignInGuard
  readonly mailer: Mailer
  /** `needed`: a new account signs in only after its email was confirmed by a link. */
  readonly emailConfirmation: 'needed' | 'not-needed'
  readonly signUpPolicy: SignUpPolicy
  /** `off`: no one can try without an account. */
  readonly guests: GuestLimit | 'off'
  /** Reads metadata documents of programs, from the public internet alone. */
  readonly fetchDocument: LimitedFetch
}

/** The addresses of clients, and those of this server. */
export type AddressDeps = {
  readonly clientAddress: ClientAddress
  readonly isTrustedProxy: (address: string) => boolean
  readonly ownNames: OwnNames
  readonly publicUrl: string | undefined
  readonly communityUrl: string
}

/** Stored files, and what is derived from them. */
export type StorageDeps = {
  readonly storage: Storage
  readonly thumbnailer: Thumbnailer
  readonly credentials: PictureCredentials
  /** The marked pictures of links. */
  readonly watermarks: Watermarks
  /** Signs the files that leave. */
  readonly fileSigner: FileSigner
}

/** The models, and the keys that users have of their providers. */
export type ModelDeps = {
  readonly registry: ModelRegistry
  readonly addedModels: AddedModels
  readonly keySeal: KeySeal
  readonly connections: Connections
  readonly localModels: LocalModels
  readonly localTools: LocalTools
  readonly typicalWaits: TypicalWaits
}

/** Credits, and the plans that they come with. */
export type MoneyDeps = {
  readonly money: Money
  readonly billing: BillingProvider
}

/** The event streams, and what readers of links are told of changes. */
export type EventDeps = {
  readonly followers: Followers
  readonly sessionStreams: SessionStreams
  readonly streamsPerUser: number
  readonly shownVersions: ShownVersions
}

/** Events that are sent to programs of users. */
export type WebhookConcern = { readonly webhookHosts: WebhookHosts; readonly sending: SendDeps }

/** The assistant on the canvas, and the language models that it uses. */
export type AssistantConcern = {
  readonly assistant: Assistant
  readonly assistantModels: Omit<ModelSettingsDeps, 'db'>
  /** A call of a language model whose process does not renew its lease for so long gives its price back. */
  readonly callLeaseSeconds: number
}

/** The search of similar images. */
export type SimilarImagesConcern = { readonly readColorLayouts: ReadColorLayouts }

/** Limits for one user, one address and the whole process. */
export type LimitDeps = {
  readonly limits: PersonLimits
  /** Bounds on work that takes much memory, disk or time. */
  readonly work: WorkLimits
  /** The size of an exported project, packed and unpacked. */
  readonly importBytes: number
  /** Duration limit of an import, in seconds. */
  readonly importSeconds: number
  /** Requests of one user in a second. */
  readonly requestsPerSecond: number
  readonly requestsAtOnce: number
  /** The time limit of a call: a read is answered with 503 then; of a write nothing more is begun, and it is answered with 504. */
  readonly requestSeconds: number
}

/** For the operator: log, metrics, release, drills. */
export type OperationDeps = {
  readonly log: Log
  readonly metrics: Metrics
  readonly metricsToken: string | undefined
  /** Names the running web application: the same for the same build. */
  readonly release: string
  /** The page that clients of agents show for a card; null where the web application is not built. */
  readonly cardView: string | null
  /** Whether the process is about to stop. */
  isDraining(): boolean
  readonly checkpoint: Checkpoint
}

/** Ids and seeds come from outside, so that features are repeatable. */
export type MintDeps = {
  newId(): string
  newSeed(): number
}

type ConcernDeps = AuthDeps &
  AddressDeps &
  StorageDeps &
  ModelDeps &
  MoneyDeps &
  EventDeps &
  WebhookConcern &
  AssistantConcern &
  SimilarImagesConcern &
  LimitDeps &
  OperationDeps &
  MintDeps

/** Everything that guards and the calls around a session depend on, by concern. */
export type AppDeps = ConcernDeps & { readonly databases: Databases }

/** The same for a call: its database is that of its caller. */
export type CallDeps = ConcernDeps & {
  readonly db: UserDatabase
  /** For what a review link shows of another user, once the link is proven. */
  readonly system: SystemDatabase
}

/** Who makes a call: a person with a session, or a program with a token; neither of both: a visitor. */
type Caller = { readonly userId: UserId | undefined; readonly token: TokenCaller | undefined }

/** Makes what each call takes. A visitor's database shows no rows, that of a token of one project only those of that project. */
export function createCallDeps({ databases, ...deps }: AppDeps): (caller: Caller, deadline?: AbortSignal) => CallDeps {
  return ({ userId, token }, deadline) => ({
    ...deps,
    system: deadline ? databases.systemUntil(deadline) : databases.system,
    db: userId ? databases.forUser(userId, { projectId: token?.projectId, deadline }) : databases.forVisitor,
  })
}

export type AppEnv = {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    address: string
    userId: UserId
    sessionId: string
    isGuest: boolean
    /** Set where the call needs no session. */
    isOpen: true
    /** Set where the body is a form with a file. */
    takesForm: true
    /** Set where the request came with a token: then no cookie of it is read. */
    token: TokenCaller
  }
}
