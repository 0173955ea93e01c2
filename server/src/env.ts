import { isAbsolute, resolve } from 'node:path'
import { z } from 'zod'
import { signUpPolicies } from '#domain/account/sign-up-policy.ts'
import { languageProviders } from '#domain/agents/assistant-run.ts'
import { parseCredits } from '#domain/credits/parse-credits.ts'
import { addedKinds, hostedProviders, type KeySetting, keyedProviders, keySettings } from '#domain/models/providers.ts'
import { fitsInHost, hasBucketInHost, s3Endpoint } from './storage/s3-endpoint.ts'

const port = z.coerce.number().int().min(0).max(65_535)
const count = z.coerce.number().int().min(1)
const webAddress = z.url({ protocol: /^https?$/ })
/** An address whose pages lie at its root: with a path, they would ask for their files elsewhere. */
const rootAddress = webAddress.refine(
  (address) => /^https?:\/\/[^/?#]+\/?$/.test(address),
  'must end after its host and port: Espalier is served at the root of a host, not below a path',
)
const providerKey = z.string().trim().min(8, 'is too short to be a key').optional()
const providerKeys = Object.fromEntries(keySettings.map((setting) => [setting, providerKey])) as Record<
  KeySetting,
  typeof providerKey
>
const postgresAddress = z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://')

/** `a=1,b=2` as pairs; a value may hold further equals signs. */
const pairs = z.string().transform((list) =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map((entry) => {
      const at = entry.indexOf('=')
      return at < 0 ? ([entry, ''] as const) : ([entry.slice(0, at), entry.slice(at + 1)] as const)
    }),
)
/** The same as an object, empty without the setting; the last of two pairs with the same name counts. */
const parts = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((list) => Object.fromEntries(pairs.parse(list)), schema).prefault('')

/** Host names and addresses, separated by commas, in lower case. */
const hosts = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((entry) => entry.trim().toLowerCase())
      .filter(Boolean),
  )

/** A price in credits, with at most two decimals, as hundredths. */
const credits = z
  .string()
  .refine((amount) => parseCredits(amount) !== null, 'must be credits, with at most two decimals')
  .transform((amount) => parseCredits(amount) ?? 0)

const engineAddresses = z.array(webAddress).exactOptional()
const programPath = z.string().refine(isAbsolute, 'must be the absolute path of the program, or none')
/** Every address of each engine, and the path of the program of sd-server; `none` means no address. */
const addressesByEngine = pairs
  .transform((list) =>
    Object.fromEntries(
      [...new Set(list.map(([engine]) => engine))].map((engine) => [
        engine,
        list.flatMap(([name, address]) => (name === engine && address !== 'none' ? [address] : [])),
      ]),
    ),
  )
  .pipe(
    z.strictObject({
      comfyui: engineAddresses,
      automatic1111: engineAddresses,
      'openai-compatible': engineAddresses,
      'sd-server': z.array(programPath).max(1).exactOptional(),
    }),
  )

/**
 * Every setting of an operator, grouped by topic; docs/configuration.md has the same groups, which a test compares.
 * Nothing else reads the environment.
 */
export const settingGroups = {
  Address: {
    /** Default: 3000, or the next free one. */
    PORT: port.optional(),
    HOST: z.string().min(1).default('127.0.0.1'),
    /** The address that people type, where a proxy stands before the server. */
    PUBLIC_URL: rootAddress.optional(),
    /** Addresses or CIDR ranges of proxies whose X-Forwarded-For is trusted. */
    TRUSTED_PROXIES: z
      .string()
      .default('')
      .transform((list) =>
        list
          .split(',')
          .map((entry) => entry.trim())
          .filter(Boolean),
      )
      .pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'must be addresses or CIDR ranges'))),
  },
  Data: {
    DATA_DIR: z
      .string()
      .min(1)
      .default('./data')
      .transform((folder) => resolve(folder)),
    /** Signs sessions. Default: created on the first start and stored in DATA_DIR. */
    AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
    /**
     * Signs the pictures that leave (C2PA): a P-256 key and its certificates, as PEM. Default: created for the first signature and
     * stored in DATA_DIR. `off`: they leave unsigned, except for downloads with history, which the one in DATA_DIR signs.
     */
    SIGNING_PEM: z
      .string()
      .regex(/^off$|BEGIN PRIVATE KEY[\s\S]+BEGIN CERTIFICATE/, 'must hold a key and certificates as PEM, or be off')
      .optional(),
  },
  Database: {
    /** Default: the embedded PostgreSQL in DATA_DIR. */
    DATABASE_URL: postgresAddress.optional(),
    /** For LISTEN, where DATABASE_URL leads through a pooler that has none. */
    DATABASE_URL_DIRECT: postgresAddress.optional(),
    /** The role that may change tables. With it, DATABASE_URL is another role, which only reads and changes rows. */
    DATABASE_URL_ADMIN: postgresAddress.optional(),
    DATABASE_CONNECTIONS: count.max(200).default(20),
  },
  Storage: {
    /** Where pictures are stored, if not in DATA_DIR: a bucket of an S3-compatible server, with its credentials. */
    S3_BUCKET: z.string().min(1).optional(),
    /**
     * The server's address; with `{bucket}` as the first label of its host the bucket's name is there, otherwise in the path.
     * Default: Amazon's own for the region.
     */
    S3_ENDPOINT: s3Endpoint.optional(),
    S3_REGION: z.string().min(1).default('us-east-1'),
    S3_ACCESS_KEY_ID: z.string().min(1).optional(),
    S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  },
  Accounts: {
    /** Who may create an account: everyone, people with an invitation (`npm run admin -- invite EMAIL`), or no one. */
    SIGN_UP: z.enum(signUpPolicies).default('open'),
    /** `on`: people can try without an account, where SIGN_UP is open; their boards are kept when they sign up. */
    GUESTS: z.enum(['on', 'off']).default('off'),
    /** `needed`: a new account signs in only after its email address was confirmed. */
    EMAIL_CONFIRMATION: z.enum(['needed', 'not-needed']).default('not-needed'),
    /** The mail server that sends emails: smtp://name:password@host:587 */
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    /** The sender of emails. */
    MAIL_FROM: z.string().regex(/@/, 'must hold an email address').optional(),
    /** How long a process may use a session without reading it from the database; 0: it reads it for every request. */
    SESSION_CACHE_SECONDS: z.coerce.number().min(0).max(60).default(5),
  },
  Limits: {
    /** The limits of one process; sign-in attempts are counted over all of them. */
    SERVER_LIMITS: parts(
      z.strictObject({
        /** Concurrent requests. */
        'requests-at-once': count.default(1_000),
        /** After this long a call is answered with 503. */
        'request-seconds': z.coerce.number().min(1).max(300).default(40),
        /** Longer statements of the database are aborted. */
        'statement-seconds': z.coerce.number().min(1).max(300).default(30),
        /** Duration limit of an import once its file has arrived; below the six hours after which files without rows are removed. */
        'import-seconds': z.coerce.number().min(1).max(18_000).default(14_400),
        /** Memory for pictures that are received, converted and packed at a time; one user gets half of it. */
        'work-megabytes': count.min(20).default(200),
        /** How often one address may try to sign in, and to sign up, in ten seconds. */
        'sign-in-attempts': count.default(5),
      }),
    ),
    /**
     * The limits of one user: requests, projects, cards of a project, queued images, running images, event streams, MB
     * of an import.
     */
    PERSON_LIMITS: parts(
      z.strictObject({
        /** With a burst of ten seconds' worth; an address has four times as many. */
        'requests-per-second': count.default(50),
        projects: count.default(10_000),
        cards: count.default(50_000),
        queued: count.min(4).default(1_000),
        jobs: count.default(8),
        streams: count.default(50),
        'import-megabytes': count.max(100_000).default(2_000),
      }),
    ),
  },
  Models: {
    /** Keys of the models' providers, for all users of this server. */
    ...providerKeys,
    /** Base addresses of providers, if not their own: openai=https://proxy.example.com/openai */
    PROVIDER_BASE_URLS: parts(z.partialRecord(z.enum(hostedProviders), webAddress)),
    /** Concurrent pictures for one key, over all processes: openai=5,krea=3 */
    PROVIDER_AT_ONCE: parts(z.partialRecord(z.enum([...keyedProviders, ...addedKinds]), count.max(1_000))),
    /**
     * Addresses of local engines: comfyui=http://127.0.0.1:8188,automatic1111=none. Default: the engine's usual ports
     * of this machine.
     */
    ENGINE_URLS: addressesByEngine.prefault(''),
    /** Hosts of internal networks that providers of people may be at: 'ai.lan,10.0.0.7'. The operator's may be anywhere. */
    ALLOWED_PROVIDER_HOSTS: hosts,
    /**
     * Whether models are installed on this machine from the app: `on`, `off`, or the origin of a mirror with the paths of
     * huggingface.co and github.com.
     */
    LOCAL_MODELS: z
      .union([z.enum(['on', 'off']), webAddress], 'must be on, off or the address of a mirror')
      .default('on'),
    /** Whether sensitive pictures of installed models are hidden until they are asked for. `shared`: with more than one account. */
    SAFETY_FILTER: z.enum(['shared', 'on', 'off']).default('shared'),
    /** After this long an image fails with a time-out. */
    IMAGE_TIME_LIMIT_SECONDS: z.coerce.number().min(1).max(3_600).default(180),
  },
  Assistant: {
    /**
     * The language model of the assistant for all users, who can have their own: provider=anthropic,model=claude-sonnet-5. The
     * provider is anthropic, openai, google or compatible; `url` its address, if not the provider's own; `tokens-per-day` those of one
     * user in 24 hours; `price` the credits for one improved prompt or one description.
     */
    ASSISTANT_MODEL: parts(
      z.strictObject({
        provider: z.enum(languageProviders).exactOptional(),
        model: z.string().trim().min(1).exactOptional(),
        url: webAddress.exactOptional(),
        'tokens-per-day': count.default(2_000_000),
        price: credits.default(0),
      }),
    ),
    /** Its key. Default: OPENAI_API_KEY or GOOGLE_API_KEY, for those providers; a compatible server may need none. */
    ASSISTANT_API_KEY: providerKey,
  },
  Credits: {
    /** `off`: everything is free, and no price is shown. The credits of plans are in plans.json. */
    CREDITS: z.enum(['on', 'off']).default('on'),
    /**
     * Whether users choose larger plans themselves where none is paid for. Default: only where no provider key of the
     * server is set.
     */
    SELF_UPGRADE: z.enum(['on', 'off']).optional(),
    /** Payments by Stripe, where both are set: its secret key, */
    STRIPE_SECRET_KEY: z.string().min(1).optional(),
    /** and the secret that its webhooks are signed with. */
    STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  },
  Operation: {
    ROLES: z
      .string()
      .default('web,worker')
      .transform((roles) => roles.split(',').map((role) => role.trim()))
      .pipe(z.array(z.enum(['web', 'worker'])).min(1)),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
    /** A bearer token that opens /metrics; without it only loopback is answered. */
    METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
    /** Hosts of internal networks that webhooks may be sent to, also without https: 'n8n.lan,192.168.1.5'. */
    ALLOWED_WEBHOOK_HOSTS: hosts,
    /** How long a stopping process still accepts requests, so that proxies notice that it is not ready. */
    DRAIN_DELAY_SECONDS: z.coerce.number().min(0).max(10).default(0),
    /** The target of 'Join community'. */
    COMMUNITY_URL: webAddress.default('https://www.reddit.com/r/aiArt/'),
  },
} as const

/** Switches of drills and tests, and settings of single commands. */
const internalSettings = {
  /** The next AUTH_SECRET, for `npm run admin -- rotate-secret`. */
  AUTH_SECRET_NEXT: z.string().min(32, 'must have at least 32 characters').optional(),
  JOB_LEASE_SECONDS: z.coerce.number().min(1).max(600).default(15),
  STRIPE_BASE_URL: webAddress.optional(),
  /** A JSON file with another catalogue of local models: tiny ones, whose files a drill has. */
  LOCAL_MODELS_CATALOGUE: z.string().min(1).optional(),
  /** Price of an image of the built-in painter, in credits. */
  SKETCH_CREDITS: z.coerce.number().min(0).max(1_000).default(0),
  /** Threads of the built-in painter. Default: one less than the machine has cores. */
  SKETCH_THREADS: count.max(64).optional(),
  /**
   * The longest side in pixels that the painter paints; larger pictures are enlarged from it. Default: it paints every
   * pixel.
   */
  SKETCH_LONGEST_SIDE: count.min(64).optional(),
  /** `on`: words like [[fail]] in a prompt make the painter fail. */
  SKETCH_DRILL: z.enum(['on', 'off']).default('off'),
}

const schema = z.object({
  ...settingGroups.Address,
  ...settingGroups.Data,
  ...settingGroups.Database,
  ...settingGroups.Storage,
  ...settingGroups.Accounts,
  ...settingGroups.Limits,
  ...settingGroups.Models,
  ...settingGroups.Assistant,
  ...settingGroups.Credits,
  ...settingGroups.Operation,
  ...internalSettings,
})

export type Env = z.infer<typeof schema>

/** A setting has a wrong value. The message is one line that names it. */
export class EnvError extends Error {
  override readonly name = 'EnvError'
}

/** An incomplete payment setup would take money and grant nothing. */
function missingOfStripe(env: Env): string | null {
  const needed = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const
  if (needed.every((name) => env[name] === undefined)) return null
  return [...needed, 'PUBLIC_URL' as const].find((name) => env[name] === undefined) ?? null
}

/** Emails without a sender, or with broken links, are useless. */
function missingOfMail(env: Env): string | null {
  if (env.SMTP_URL === undefined)
    return env.EMAIL_CONFIRMATION === 'needed' || env.MAIL_FROM !== undefined ? 'SMTP_URL' : null
  return (['MAIL_FROM', 'PUBLIC_URL'] as const).find((name) => env[name] === undefined) ?? null
}

/** A bucket without its key, or a key without its bucket, would store pictures in the wrong place. */
function problemOfS3(env: Env): string | null {
  const needed = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint } = env
  if (needed.every((name) => env[name] === undefined) && endpoint === undefined) return null
  const missing = needed.find((name) => env[name] === undefined)
  if (missing) return `${missing} is missing: S3 needs S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`
  if (bucket === undefined || endpoint === undefined || !hasBucketInHost(endpoint)) return null
  return fitsInHost(bucket, endpoint)
    ? null
    : 'S3_BUCKET is wrong: with {bucket} in S3_ENDPOINT it must be 3 to 63 lowercase letters, digits and hyphens.'
}

/** Half a language model answers nothing. */
function missingOfAssistant(env: Env): string | null {
  const { provider, model, url } = env.ASSISTANT_MODEL
  if (provider === undefined && model === undefined && url === undefined) return null
  if (provider === undefined || model === undefined) return 'ASSISTANT_MODEL is wrong: it needs provider and model.'
  if (provider === 'compatible')
    return url === undefined ? 'ASSISTANT_MODEL is wrong: a compatible server needs its url.' : null
  return assistantKeyOf(env) === undefined
    ? 'ASSISTANT_API_KEY is missing: the provider of ASSISTANT_MODEL needs it.'
    : null
}

/** The key of the server's language model: its own, else that of the images of the same provider. */
export function assistantKeyOf(env: Env): string | undefined {
  const { provider } = env.ASSISTANT_MODEL
  const ofImages = { openai: env.OPENAI_API_KEY, google: env.GOOGLE_API_KEY }
  return env.ASSISTANT_API_KEY ?? (provider === 'openai' || provider === 'google' ? ofImages[provider] : undefined)
}

/** Where in a list the wrong value is: `projects: `, or `entry 2: ` of a list without names. Empty for a single value. */
const placeIn = (path: readonly PropertyKey[]) =>
  path.length === 0
    ? ''
    : `${path.map((step) => (typeof step === 'number' ? `entry ${step + 1}` : String(step))).join(', ')}: `

/**
 * Reads and validates the settings; an empty value counts as missing.
 * @throws EnvError naming the first wrong setting, and its part.
 */
export function readEnv(variables: Readonly<Record<string, string | undefined>>): Env {
  const given = Object.fromEntries(
    Object.entries(variables).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
  const parsed = schema.safeParse(given)
  if (parsed.success) {
    const missing = missingOfStripe(parsed.data)
    if (missing) throw new EnvError(`The setting ${missing} is wrong: Stripe needs both, and PUBLIC_URL.`)
    const ofMail = missingOfMail(parsed.data)
    if (ofMail) throw new EnvError(`The setting ${ofMail} is wrong: emails need SMTP_URL, MAIL_FROM and PUBLIC_URL.`)
    if (parsed.data.GUESTS === 'on' && parsed.data.SIGN_UP !== 'open')
      throw new EnvError('The setting GUESTS is wrong: guests must be able to sign up, which needs SIGN_UP=open.')
    const ofAssistant = missingOfAssistant(parsed.data)
    if (ofAssistant) throw new EnvError(`The setting ${ofAssistant}`)
    const ofS3 = problemOfS3(parsed.data)
    if (ofS3) throw new EnvError(`The setting ${ofS3}`)
    return parsed.data
  }
  const { path: [setting, ...place] = [], message = 'not accepted' } = parsed.error.issues[0] ?? {}
  throw new EnvError(`The setting ${String(setting)} is wrong: ${placeIn(place)}${message}.`)
}
