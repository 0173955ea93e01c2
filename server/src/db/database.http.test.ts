import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTestServer } from '#server-testing/test-server.ts'
import { type DatabasePool, openDatabase, type Transaction } from './database.ts'

const context = withTestServer()
let pool: DatabasePool
let repeats = 0
beforeAll(() => {
  pool = openDatabase(context.server.testDatabase.connectionString, {
    connections: 4,
    onError: () => undefined,
    onRepeat: () => {
      repeats += 1
    },
  })
})
afterAll(() => pool.close())

const lock = (tx: Transaction, number: number) => tx.execute(sql`select pg_advisory_xact_lock(99, ${number})`)

describe('openDatabase', () => {
  it('repeats a transaction once that was in a deadlock, and counts it', async () => {
    repeats = 0
    const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const locks = ([first, second]: readonly [number, number]) =>
      pool.system.transaction(async (tx) => {
        await lock(tx, first)
        both[first]?.resolve()
        await Promise.all(both.map(({ promise }) => promise))
        await lock(tx, second)
        return 'done'
      })
    expect(await Promise.all([locks([0, 1]), locks([1, 0])])).toEqual(['done', 'done'])
    expect(repeats).toBe(1)
  })

  it('repeats a transaction once that could not be serialized', async () => {
    repeats = 0
    let runs = 0
    await pool.system.transaction(
      async (tx) => {
        runs += 1
        await tx.execute(
          sql`do $$ begin if ${sql.raw(String(runs))} = 1 then raise exception using errcode = '40001'; end if; end $$`,
        )
      },
      { isolationLevel: 'serializable' },
    )
    expect([runs, repeats]).toEqual([2, 1])
  })

  it('fails with the error of the second run where that is ended too, and repeats no other failure', async () => {
    repeats = 0
    let runs = 0
    const failing = (code: string) =>
      pool.system.transaction(async (tx) => {
        runs += 1
        await tx.execute(sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`))
      })
    await expect(failing('40P01')).rejects.toMatchObject({ cause: { code: '40P01' } })
    expect([runs, repeats]).toEqual([2, 1])
    await expect(failing('23505')).rejects.toMatchObject({ cause: { code: '23505' } })
    expect([runs, repeats]).toEqual([3, 1])
  })
})
