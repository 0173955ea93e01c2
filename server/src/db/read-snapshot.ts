import { sql } from 'drizzle-orm'
import type { Database, Transaction } from './database.ts'

/** Reads from one snapshot, in statements without JIT: compiling takes longer than running them. */
export const readSnapshot = <Value>(db: Database, read: (tx: Transaction) => Promise<Value>): Promise<Value> =>
  db.transaction(
    async (tx) => {
      await tx.execute(sql`set local jit = off`)
      return read(tx)
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
