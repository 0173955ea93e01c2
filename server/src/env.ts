import { resolve } from 'node:path'
import { z } from 'zod'
import { signUpPolicies } from '#domain/account/sign-up-policy.ts'
import { keyedProviders } from '#domain/models/provider-keys.ts'

const port = z.coerce.number().int().min(0).max(65_535)
/** Whole credits up to what a balance can hold in hundredths. */
const credits = z.coerce.number().int().min(0).max(10_000_000)
const count = z.coerce.number().int().min(1)
const webAddress = z.url({ protocol: /^https?$/ }).optional()
/** Addresses of local engines; `none` for none at all. */
const engineAddresses = z
  .string()
  .transform((list) => (list === 'none' ? [] : list.split(',').map((address) => address.trim())))
  .pipe(z.array(z.url({ protocol: /^https?$/ })))
  .optional()
const providerKey = z.string().trim().min(8, 'is too short to be a key').optional()
const postgresAddress = z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://')

/** Every setting of the server, with its default. Nothing else reads the environment. */
const schema = z.object({
  /** Left out: 3000, or the next free one. */
  PORT: port.optional(),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .transform((folder) => resolve(folder)),
  /** Left out: the embedded PostgreSQL in DATA_DIR. */
  DATABASE_URL: postgresAddress.optional(),
  /** For LISTEN, where DATABASE_URL leads through a pooler that can't. */
  DATABASE_URL_DIRECT: postgresAddress.optional(),
  /** Of the role that may change tables. Given, DATABASE_URL is another role, which may only read and change rows. */
  DATABASE_URL_ADMIN: postgresAddress.optional(),
  DATABASE_CONNECTIONS: count.max(200).default(20),
  /** Where pictures lie, if not in DATA_DIR: a bucket of an S3-compatible server, with what opens it. */
  S3_BUCKET: z.string().min(1).optional(),
  /** Left out: Amazon's own for the region. */
  S3_ENDPOINT: webAddress,
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  /** `on`: the bucket's name stands in the path of addresses, as most servers but Amazon's want it. */
  S3_FORCE_PATH_STYLE: z.enum(['on', 'off']).default('off'),
  ROLES: z
    .string()
    .default('web,worker')
    .transform((roles) => roles.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(['web', 'worker'])).min(1)),
  /** The address people type, where a proxy stands before the server. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Addresses or CIDR ranges of proxies whose X-Forwarded-For is believed. */
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
  /** Where 'Join community' leads. */
  COMMUNITY_URL: z.url({ protocol: /^https?$/ }).default('https://www.reddit.com/r/aiArt/'),
  /** Signs sessions. Left out: made on the first start and kept in DATA_DIR. */
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  /** What takes its place, for `npm run admin -- rotate-secret` alone. */
  AUTH_SECRET_NEXT: z.string().min(32, 'must have at least 32 characters').optional(),
  /** What pictures are signed with: a key of P-256 and its certificates, as PEM. Left out: made when the first is signed, and kept in DATA_DIR. */
  SIGNING_PEM: z
    .string()
    .regex(/BEGIN PRIVATE KEY[\s\S]+BEGIN CERTIFICATE/, 'must hold a key and certificates as PEM')
    .optional(),
  /** How often one address may try to sign in, and to sign up, in ten seconds. */
  AUTH_ATTEMPTS: count.default(5),
  /** How long a process may take a session for open without asking the database; 0: it asks for every request. */
  SESSION_CACHE_SECONDS: z.coerce.number().min(0).max(60).default(5),
  /** The mail server that letters go out by: smtp://name:password@host:587 */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Who letters come from. */
  MAIL_FROM: z.string().regex(/@/, 'must hold an email address').optional(),
  /** Who may create an account: everyone, people with an invitation (`npm run admin -- invite EMAIL`), or no one. */
  SIGN_UP: z.enum(signUpPolicies).default('open'),
  /** `needed`: nobody signs in before a link in a letter was opened. */
  EMAIL_CONFIRMATION: z.enum(['needed', 'not-needed']).default('not-needed'),
  /** Requests that one person may send in a second, with a burst of ten seconds' worth; an address has four times as many. */
  REQUESTS_PER_SECOND: count.default(50),
  /** Requests that one process works on at a time. */
  REQUESTS_AT_ONCE: count.default(1_000),
  /** After this long a call is answered with 503. */
  REQUEST_SECONDS: z.coerce.number().min(1).max(300).default(40),
  /** Memory for pictures that are taken in, converted and packed at a time, in MB; one person gets half of it. */
  WORK_MEGABYTES: count.min(20).default(200),
  /** A statement of the database that takes longer is ended. */
  STATEMENT_SECONDS: z.coerce.number().min(1).max(300).default(30),
  /** Event streams that one person may have open: a tab has one. */
  STREAMS_PER_USER: count.default(50),
  /** Images that one person may have waiting. */
  QUEUED_PER_USER: count.min(4).default(1_000),
  PROJECTS_PER_USER: count.default(10_000),
  CARDS_PER_PROJECT: count.default(50_000),
  /** The largest exported project that is taken, in MB. */
  IMPORT_MEGABYTES: count.max(100_000).default(2_000),
  /** How long a process that was told to end still takes requests, so that proxies notice that it is not ready. */
  DRAIN_DELAY_SECONDS: z.coerce.number().min(0).max(10).default(0),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).optional(),
  /** Opens /metrics to whoever sends it as a bearer token; without it only loopback is answered. */
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  /** How many images one user may have in work at once. */
  JOBS_PER_USER: count.default(8),
  JOB_LEASE_SECONDS: z.coerce.number().min(1).max(600).default(15),
  IMAGE_TIME_LIMIT_SECONDS: z.coerce.number().min(1).max(3_600).default(180),
  /** `off`: everything is free, and no price is shown. */
  CREDITS: z.enum(['on', 'off']).default('on'),
  /** What is given: once with an account, every day on Free, every month on the plans. In credits. */
  CREDITS_SIGN_UP: credits.default(250),
  CREDITS_DAILY: credits.default(20),
  CREDITS_BASIC: credits.default(5_000),
  CREDITS_PRO: credits.default(20_000),
  CREDITS_MAX: credits.default(60_000),
  /** Whether people choose larger plans themselves where none is paid for. Left out: only where no provider's key of the server is set. */
  SELF_UPGRADE: z.enum(['on', 'off']).optional(),
  /** Payments by Stripe, where all three are set: its secret key, */
  STRIPE_SECRET_KEY: z.string().min(1).optional(),
  /** the secret that its webhooks are signed with, */
  STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  /** and the price of each plan: basic=price_1,pro=price_2,max=price_3 */
  STRIPE_PRICES: z
    .string()
    .transform((list) => Object.fromEntries(list.split(',').map((entry) => entry.trim().split('='))))
    .pipe(z.strictObject({ basic: z.string().min(1), pro: z.string().min(1), max: z.string().min(1) }))
    .optional(),
  /** Where Stripe answers, for drills and tests. */
  STRIPE_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Keys of the models' providers, for everybody who uses this server. */
  OPENAI_API_KEY: providerKey,
  GOOGLE_API_KEY: providerKey,
  REPLICATE_API_TOKEN: providerKey,
  RUNWAYML_API_SECRET: providerKey,
  IDEOGRAM_API_KEY: providerKey,
  KREA_API_KEY: providerKey,
  AI_GATEWAY_API_KEY: providerKey,
  /** Where the providers answer, if not at their own addresses: a proxy of yours. */
  OPENAI_BASE_URL: webAddress,
  GOOGLE_BASE_URL: webAddress,
  REPLICATE_BASE_URL: webAddress,
  RUNWAY_BASE_URL: webAddress,
  IDEOGRAM_BASE_URL: webAddress,
  KREA_BASE_URL: webAddress,
  GATEWAY_BASE_URL: webAddress,
  /** Where local engines answer: ComfyUI, AUTOMATIC1111 (Forge, SD.Next), and servers that speak OpenAI's image calls. Left out: their usual ports of this machine. */
  COMFYUI_URLS: engineAddresses,
  AUTOMATIC1111_URLS: engineAddresses,
  OPENAI_COMPATIBLE_URLS: engineAddresses,
  /** How many pictures are made at once for one key, over all processes: openai=5,krea=3 */
  PROVIDER_AT_ONCE: z
    .string()
    .transform((list) => Object.fromEntries(list.split(',').map((entry) => entry.trim().split('='))))
    .pipe(z.partialRecord(z.enum(keyedProviders), z.coerce.number().int().min(1).max(1_000)))
    .optional(),
  /** Price of an image of the built-in engine, in credits. */
  SKETCH_CREDITS: z.coerce.number().min(0).max(1_000).default(0),
  /** Threads that paint. Left out: one less than the machine has cores. */
  SKETCH_THREADS: count.max(64).optional(),
  /** The longest side in pixels that the built-in engine paints; larger pictures are enlarged from it. Left out: it paints every pixel. */
  SKETCH_LONGEST_SIDE: count.min(64).optional(),
  /** For drills and tests: words like [[fail]] in a prompt make the built-in engine do so. */
  SKETCH_DRILL: z.enum(['on', 'off']).default('off'),
})

export type Env = z.infer<typeof schema>

/** A setting has a wrong value. The message is one line that names it. */
export class EnvError extends Error {
  override readonly name = 'EnvError'
}

/** Payments that are half set up would take money and give nothing. */
function missingOfStripe(env: Env): string | null {
  const needed = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICES'] as const
  if (needed.every((name) => env[name] === undefined)) return null
  return [...needed, 'PUBLIC_URL' as const].find((name) => env[name] === undefined) ?? null
}

/** Letters without a sender, or with links to nowhere, help nobody. */
function missingOfMail(env: Env): string | null {
  if (env.SMTP_URL === undefined)
    return env.EMAIL_CONFIRMATION === 'needed' || env.MAIL_FROM !== undefined ? 'SMTP_URL' : null
  return (['MAIL_FROM', 'PUBLIC_URL'] as const).find((name) => env[name] === undefined) ?? null
}

/** A bucket that nothing opens, or a key to no bucket, would leave pictures where nobody looks for them. */
function missingOfS3(env: Env): string | null {
  const needed = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  if (needed.every((name) => env[name] === undefined) && env.S3_ENDPOINT === undefined) return null
  return needed.find((name) => env[name] === undefined) ?? null
}

/**
 * Reads and checks the settings; an empty value counts as left out.
 * @throws EnvError naming the first wrong setting.
 */
export function readEnv(variables: Readonly<Record<string, string | undefined>>): Env {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = schema.safeParse(given)
  if (parsed.success) {
    const missing = missingOfStripe(parsed.data)
    if (missing) throw new EnvError(`The setting ${missing} is wrong: Stripe needs all three, and PUBLIC_URL.`)
    const ofMail = missingOfMail(parsed.data)
    if (ofMail) throw new EnvError(`The setting ${ofMail} is wrong: letters need SMTP_URL, MAIL_FROM and PUBLIC_URL.`)
    const ofS3 = missingOfS3(parsed.data)
    if (ofS3)
      throw new EnvError(
        `The setting ${ofS3} is missing: S3 needs S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`,
      )
    return parsed.data
  }
  const issue = parsed.error.issues[0]
  throw new EnvError(`The setting ${String(issue?.path[0])} is wrong: ${issue?.message ?? 'not accepted'}.`)
}
