import type { SystemDatabase } from '../db/database.ts'
import type { Env } from '../env.ts'

/** What a command works with. */
export type AdminContext = {
  readonly db: SystemDatabase
  readonly env: Env
  /** The direct address of the same database, past any pooler: for a command's own connections. */
  readonly connectionString: string
  /** Reports the progress of a long command. */
  say(line: string): void
}

/** Prints the result, line by line; `failed` makes the program end with 1. */
export type AdminResult = { readonly lines: readonly string[]; readonly outcome: 'done' | 'failed' }

/** A wrong call of the program, in a sentence. */
export class Misuse extends Error {}
