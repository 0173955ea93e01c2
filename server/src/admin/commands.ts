import { checkLedger } from '../features/credits/check-ledger.ts'
import { type AdminContext, type AdminResult, Misuse } from './admin-context.ts'
import { grantCredits } from './grant-credits.ts'
import { reconcileBilling } from './reconcile-billing.ts'
import { resetPassword } from './reset-password.ts'

type Command = {
  /** The names of its arguments, all needed. */
  readonly takes: readonly string[]
  readonly help: string
  run(context: AdminContext, ...given: string[]): Promise<AdminResult>
}

async function sayLedger({ db }: AdminContext): Promise<AdminResult> {
  const findings = await checkLedger(db)
  if (findings.length === 0) return { lines: ['The ledger is right.'], outcome: 'done' }
  return { lines: findings.map(({ rule, ids }) => `Broken: ${rule}. ${ids.join(' ')}`), outcome: 'failed' }
}

/** What the operator of a server can do to accounts and money. */
export const commands: Readonly<Record<string, Command>> = {
  'reset-password': {
    takes: ['EMAIL'],
    help: 'gives an account a new random password and signs it out everywhere',
    run: (context, email = '') => resetPassword(context, email),
  },
  'grant-credits': {
    takes: ['EMAIL', 'CREDITS'],
    help: 'gives an account extra credits, which lapse after 90 days',
    run: (context, email = '', credits = '') => grantCredits(context, email, credits),
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
}

/** How the program is called, line by line. */
export const usageLines = (): string[] => [
  'npm run admin -- COMMAND',
  ...Object.entries(commands).map(([name, { takes, help }]) => `  ${[name, ...takes].join(' ')}: ${help}`),
]

/** Runs what the words after the program's name ask for. @throws Misuse where they ask for nothing that there is. */
export function runCommand(context: AdminContext, words: readonly string[]): Promise<AdminResult> {
  const [name = '', ...given] = words
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command || command.takes.length !== given.length) throw new Misuse(usageLines().join('\n'))
  return command.run(context, ...given)
}
