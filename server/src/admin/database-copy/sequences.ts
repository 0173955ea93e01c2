import type pg from 'pg'
import { quoted } from './tables.ts'

/** A sequence and its value. */
export type Sequence = { readonly name: string; readonly last: string; readonly called: boolean }

export async function readSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`,
  )
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const read = await client.query<{ last: string; called: boolean }>(
      `select last_value as last, is_called as called from ${quoted(name)}`,
    )
    if (read.rows[0]) sequences.push({ name, ...read.rows[0] })
  }
  return sequences
}

/** Sets the sequences to their values, so that no number is used twice. */
export async function writeSequences(client: pg.Client, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, last, called } of sequences)
    await client.query('select setval($1::regclass, $2, $3)', [quoted(name), last, called])
}
