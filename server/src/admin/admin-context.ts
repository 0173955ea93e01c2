import type { Database } from '../db/database.ts'
import type { Env } from '../env.ts'

/** What a command works with. */
export type AdminContext = {
  readonly db: Database
  readonly env: Env
  /** Leads to the same database directly, past any pooler: for connections of a command's own. */
  readonly connectionString: string
  /** Shows how far a long command is. */
  say(line: string): void
}

/** Says what happened, line by line; `failed` makes the program end with 1. */
export type AdminResult = { readonly lines: readonly string[]; readonly outcome: 'done' | 'failed' }

/** What is wrong with how the program was called, in a sentence. */
export class Misuse extends Error {}
