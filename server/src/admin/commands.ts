import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { and, eq, isNotNull } from 'drizzle-orm'
import { syncSubscription } from '#server/features/billing/handle-stripe-event.ts'
import { grant } from '#server/features/credits/accrue-grants.ts'
import { stripePartsOf } from '#server/start/open-money.ts'
import { readPlans } from '#server/start/plans-file.ts'
import { grantRights } from '../db/grant-rights.ts'
import { migrate } from '../db/migrate.ts'
import { subscriptions } from '../db/schema/credits.ts'
import { appendEvents, lockEvents } from '../events/append-events.ts'
import { setOperator } from '../features/account/operators.ts'
import { checkLedger } from '../features/credits/check-ledger.ts'
import { creditsChanged } from '../features/credits/credits-changed.ts'
import { describeError } from '../operations/describe-error.ts'
import { type AdminContext, type AdminResult, Misuse } from './admin-context.ts'
import { endTokenOf, makeTokenFor, sayTokens } from './api-tokens.ts'
import { backUp } from './backup/backup.ts'
import { restore } from './backup/restore.ts'
import { checkFiles } from './check-files.ts'
import { findAccount } from './find-account.ts'
import { inviteByEmail, revokeByEmail, sayInvitations } from './invitations.ts'
import { migrateTo } from './move/migrate-to.ts'
import { resetPassword } from './reset-password.ts'
import { rotateSecret } from './rotate-secret.ts'

/** Updates every subscription from Stripe's state, where a webhook may have been lost. */
async function reconcileBilling({ db, env }: AdminContext): Promise<AdminResult> {
  const plans = await readPlans(join(env.DATA_DIR, 'plans.json'), env)
  const stripe = stripePartsOf({ env, plans, now: Date.now })
  if (!stripe) throw new Misuse('Stripe is not set up: there is nothing to reconcile.')
  const rows = await db
    .select({ userId: subscriptions.userId, id: subscriptions.subscriptionId })
    .from(subscriptions)
    .where(and(eq(subscriptions.provider, 'stripe'), isNotNull(subscriptions.subscriptionId)))
  const lines: string[] = []
  let outcome: AdminResult['outcome'] = 'done'
  for (const { userId, id } of rows) {
    if (id === null) continue
    try {
      const reason = { type: 'reconciliation', eventId: `reconciliation ${randomUUID()}` }
      const changed = await syncSubscription({ db, ...stripe }, id, reason)
      if (changed === 'changed') lines.push(`${id} of ${userId}: taken over.`)
    } catch (error) {
      outcome = 'failed'
      lines.push(`${id} of ${userId}: ${describeError(error).message}`)
    }
  }
  return { lines: [...lines, `${rows.length} subscriptions looked at.`], outcome }
}

/** Validity of bought credits, as the pricing page promises. */
const validDays = 90
const dayMs = 86_400_000
/** In credits; a balance is kept in 32 bits of hundredths. */
const maxCredits = 10_000_000

/**
 * Grants an account extra credits, which expire after 90 days. Each call grants once more. @param credits Up to two digits after
 * the point.
 */
async function grantCredits({ db }: AdminContext, email: string, credits: string): Promise<AdminResult> {
  const amount = Math.round(Number(credits) * 100)
  if (!/^\d+(\.\d{1,2})?$/.test(credits) || amount < 1 || amount > maxCredits * 100)
    throw new Misuse(`${credits} is no number of credits. Write it like 100 or 2.50, at most ${maxCredits}.`)
  const userId = await findAccount(db, email)
  const expiresAt = Date.now() + validDays * dayMs
  await db.transaction(async (tx) => {
    await lockEvents(tx, userId)
    await grant(tx, userId, { source: 'bought', period: `granted ${randomUUID()}`, amount, expiresAt })
    await appendEvents(tx, userId, [await creditsChanged(tx, userId)])
  })
  const until = new Date(expiresAt).toISOString().slice(0, 10)
  return { lines: [`${email} has ${(amount / 100).toFixed(2)} credits more, until ${until}.`], outcome: 'done' }
}

/** Names the account with this email as one that runs the server, or takes it back. */
async function nameOperator({ db }: AdminContext, email: string, change: 'named' | 'revoked'): Promise<AdminResult> {
  const set = await setOperator(db, await findAccount(db, email), { isOperator: change === 'named' })
  if (!set.ok) throw new Misuse(set.error.message ?? set.error.code)
  const lines =
    change === 'named'
      ? [`${email} may install models on this server.`]
      : [`${email} may no longer install models on this server.`]
  return { lines, outcome: 'done' }
}

/** Brings the database to this release and grants the role that serves its rights, so that no server needs the other role. */
async function migrateDatabase({ env }: AdminContext): Promise<AdminResult> {
  const { DATABASE_URL: server, DATABASE_URL_ADMIN: owner } = env
  if (!server || !owner)
    throw new Misuse(
      'Set DATABASE_URL_ADMIN to the role that owns the tables, and DATABASE_URL to the one that serves.',
    )
  await migrate(owner)
  await grantRights(owner, server)
  return { lines: ['The database is at this release, and the role of DATABASE_URL has its rights.'], outcome: 'done' }
}

/** The value of an option: required, optional, or none. */
type OptionKind = 'needed' | 'optional' | 'flag'
type GivenArguments = Readonly<Record<string, string | undefined>>

type Command = {
  /** The names of its arguments, all needed. */
  readonly takes: readonly string[]
  readonly options?: Readonly<Record<string, { readonly kind: OptionKind; readonly value?: string }>>
  readonly help: string
  /** @param given Arguments by their names, options by theirs; a present flag is its own name. */
  run(context: AdminContext, given: GivenArguments): Promise<AdminResult>
}

async function sayLedger({ db }: AdminContext): Promise<AdminResult> {
  const findings = await checkLedger(db)
  if (findings.length === 0) return { lines: ['The ledger is right.'], outcome: 'done' }
  return { lines: findings.map(({ rule, ids }) => `Broken: ${rule}. ${ids.join(' ')}`), outcome: 'failed' }
}

/** The operator's commands. */
const commands: Readonly<Record<string, Command>> = {
  'reset-password': {
    takes: ['EMAIL'],
    help: 'gives an account a new random password and signs it out everywhere',
    run: (context, { EMAIL = '' }) => resetPassword(context, EMAIL),
  },
  invite: {
    takes: ['EMAIL'],
    help: 'prints a link, and sends it where SMTP is set, by which one account with this email can be created within 7 days',
    run: (context, { EMAIL = '' }) => inviteByEmail(context, EMAIL),
  },
  invitations: {
    takes: [],
    help: 'lists the invitations that can still be accepted',
    run: (context) => sayInvitations(context),
  },
  'revoke-invitation': {
    takes: ['EMAIL'],
    help: 'takes the open invitation of an email back',
    run: (context, { EMAIL = '' }) => revokeByEmail(context, EMAIL),
  },
  'grant-credits': {
    takes: ['EMAIL', 'CREDITS'],
    help: 'gives an account extra credits, which lapse after 90 days',
    run: (context, { EMAIL = '', CREDITS = '' }) => grantCredits(context, EMAIL, CREDITS),
  },
  tokens: {
    takes: ['EMAIL'],
    help: 'lists the open API tokens of an account',
    run: (context, { EMAIL = '' }) => sayTokens(context, EMAIL),
  },
  'make-token': {
    takes: ['EMAIL', 'NAME'],
    options: {
      scopes: { kind: 'needed', value: 'read,edit,generate,share,webhooks' },
      project: { kind: 'optional', value: 'ID' },
      budget: { kind: 'optional', value: 'CREDITS' },
      days: { kind: 'optional', value: 'DAYS' },
    },
    help: 'makes an API token for an account and prints it once; the budget is for a month',
    run: (context, { EMAIL = '', NAME = '', scopes = '', project, budget, days }) =>
      makeTokenFor(context, { email: EMAIL, name: NAME, scopes, project, budget, days }),
  },
  'end-token': {
    takes: ['EMAIL', 'ID'],
    help: 'ends an API token of an account at once',
    run: (context, { EMAIL = '', ID = '' }) => endTokenOf(context, EMAIL, ID),
  },
  operator: {
    takes: ['EMAIL'],
    options: { revoke: { kind: 'flag' } },
    help: 'lets an account install models on this server, as its first account may; --revoke takes it back',
    run: (context, { EMAIL = '', revoke }) => nameOperator(context, EMAIL, revoke === undefined ? 'named' : 'revoked'),
  },
  'check-ledger': {
    takes: [],
    help: 'says whether every balance is the sum of its entries, and every price is paid once or not at all',
    run: (context) => sayLedger(context),
  },
  'reconcile-billing': {
    takes: [],
    help: 'takes over the state of every subscription from Stripe',
    run: (context) => reconcileBilling(context),
  },
  backup: {
    takes: [],
    options: { to: { kind: 'needed', value: 'FOLDER' } },
    help: 'writes the database and the files into a folder, while servers go on',
    run: (context, { to = '' }) => backUp(context, to),
  },
  restore: {
    takes: [],
    options: {
      from: { kind: 'needed', value: 'FOLDER' },
      'keep-links': { kind: 'flag' },
      'keep-tokens': { kind: 'flag' },
    },
    help: 'puts a backup into the empty database and the storage that the settings name; ends sessions, links for review unless --keep-links, and tokens, connections and webhooks unless --keep-tokens',
    run: (context, { from = '', 'keep-links': links, 'keep-tokens': tokens }) =>
      restore(context, from, {
        links: links === undefined ? 'revoke' : 'keep',
        tokens: tokens === undefined ? 'revoke' : 'keep',
      }),
  },
  'check-files': {
    takes: [],
    options: { sweep: { kind: 'flag' } },
    help: 'lists missing files, and files that no row names; with --sweep these are removed when they are a day old',
    run: (context, { sweep }) => checkFiles(context, { sweep: sweep === undefined ? 'leave' : 'sweep' }),
  },
  migrate: {
    takes: [],
    help: 'brings the database to this release with DATABASE_URL_ADMIN, for servers that are not given it',
    run: (context) => migrateDatabase(context),
  },
  'migrate-to': {
    takes: [],
    options: {
      database: { kind: 'optional', value: 'postgres://…|embedded:FOLDER' },
      storage: { kind: 'optional', value: 's3|disk:FOLDER' },
    },
    help: 'moves the database, the files or both while no server runs; cut in the middle, it goes on when run again',
    run: (context, { database, storage }) => migrateTo(context, { database, storage }),
  },
  'rotate-secret': {
    takes: [],
    help: 'changes the secret while no server runs: seals people’s keys under a new one and ends every session',
    run: (context) => rotateSecret(context),
  },
}

const optionLine = ([name, { kind, value }]: [string, { kind: OptionKind; value?: string }]) => {
  const word = [`--${name}`, value].filter(Boolean).join(' ')
  return kind === 'needed' ? word : `[${word}]`
}

/** The usage of the program, line by line. */
const usageLines = (): string[] => [
  'npm run admin -- COMMAND',
  ...Object.entries(commands).map(
    ([name, { takes, options = {}, help }]) =>
      `  ${[name, ...takes, ...Object.entries(options).map(optionLine)].join(' ')}: ${help}`,
  ),
]

/** Parses a command's arguments by their names; null where they don't fit. */
function parseArguments({ takes, options = {} }: Command, words: readonly string[]): GivenArguments | null {
  const kinds = Object.entries(options).map(
    ([name, { kind }]) => [name, { type: kind === 'flag' ? 'boolean' : 'string' }] as const,
  )
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: Object.fromEntries(kinds),
      allowPositionals: true,
    })
    const isMissing = Object.entries(options).some(([name, { kind }]) => kind === 'needed' && !values[name])
    if (isMissing || positionals.length !== takes.length) return null
    const flags = Object.entries(values).map(([name, value]) => [name, value === true ? name : String(value)] as const)
    return Object.fromEntries([...takes.map((name, index) => [name, positionals[index]] as const), ...flags])
  } catch {
    return null
  }
}

/** Runs the command of the arguments. @throws Misuse for an unknown one. */
export function runCommand(context: AdminContext, words: readonly string[]): Promise<AdminResult> {
  const [name = '', ...rest] = words
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  const given = command && parseArguments(command, rest)
  if (!command || !given) throw new Misuse(usageLines().join('\n'))
  return command.run(context, given)
}
