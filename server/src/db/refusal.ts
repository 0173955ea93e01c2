import type { ErrorCode } from '#domain/errors.ts'
import type { Result } from '#domain/result.ts'
import type { Querier, Transaction } from './database.ts'

/** A refusal with its code, and where the table's text is not enough, its own sentence and details. */
export type Refusal = { readonly code: ErrorCode; readonly message?: string; readonly data?: unknown }

/** Refuses an uploaded file with a sentence. @param path The place in the file, where it has one. */
export const invalidFile = (message: string, path: readonly PropertyKey[] = []): Refusal => ({
  code: 'invalid',
  message,
  data: { issues: [{ path: ['file', ...path.map(String)], message }] },
})

export type AsyncResult<Value> = Promise<Result<Value, Refusal>>

/** Carries a refusal out of a transaction, so that it is rolled back. */
class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}

/** Runs a transaction that a refusal rolls back: a refused request has changed nothing. */
export async function refusableTransaction<Value>(
  db: Querier,
  work: (tx: Transaction) => AsyncResult<Value>,
): AsyncResult<Value> {
  try {
    return await db.transaction(async (tx) => {
      const result = await work(tx)
      if (!result.ok) throw new Refused(result.error)
      return result
    })
  } catch (error) {
    if (error instanceof Refused) return { ok: false, error: error.refusal }
    throw error
  }
}
