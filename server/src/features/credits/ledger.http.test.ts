import { describe, expect, it } from 'vitest'
import { askDatabase } from '#server-testing/ask-database.ts'
import { creditsOf, priced } from '#server-testing/credit-ledger.ts'
import { makeProgram } from '#server-testing/program.ts'
import { signUp } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { checkLedger } from './check-ledger.ts'

describe('the ledger', () => {
  const context = withTestServer({ variables: priced })
  const query = (text: string, values: unknown[] = []) =>
    askDatabase(context.server.testDatabase.connectionString, text, values)

  it('rejects changes, also with full access to the database', async () => {
    const ada = await signUp(context.server)
    await ada.settled(await ada.generate({ prompt: 'a lake' }))
    await expect(query('update credit_entries set amount = 0 where user_id = $1', [ada.userId])).rejects.toThrow(
      /never changed/,
    )
    await expect(query('delete from credit_entries where user_id = $1', [ada.userId])).rejects.toThrow(/never changed/)
    await expect(
      query(
        "insert into credit_entries (user_id, lot_id, kind, amount) select user_id, id, 'hold', -10000000 from credit_lots where user_id = $1 limit 1",
        [ada.userId],
      ),
    ).rejects.toThrow(/credit_lots_balance/)
    const holdId = (
      await query("select id, lot_id from credit_entries where user_id = $1 and kind = 'hold' limit 1", [ada.userId])
    ).rows[0]
    await expect(
      query("insert into credit_entries (user_id, lot_id, kind, amount, closes) values ($1, $2, 'release', 200, $3)", [
        ada.userId,
        holdId?.lot_id,
        holdId?.id,
      ]),
    ).rejects.toThrow(/credit_entries_closes/)
  })

  it('is compared with what tokens have spent by check-ledger', async () => {
    const ada = await signUp(context.server)
    const program = await makeProgram(context.server, ada)
    await program.send('POST', '/api/generations', { prompt: 'a lake', count: 1 })
    expect(await checkLedger(context.server.database.system)).toEqual([])
    await query('update spending set spent = spent + 1 where spender_id = $1', [program.id])
    expect((await checkLedger(context.server.database.system)).map(({ ids }) => ids)).toEqual([[program.id]])
    await query('update spending set spent = spent - 1 where spender_id = $1', [program.id])
  })

  it('is deleted with the account', async () => {
    const ada = await signUp(context.server)
    await creditsOf(ada)
    await query('delete from users where id = $1', [ada.userId])
    expect((await query('select 1 from credit_entries where user_id = $1', [ada.userId])).rowCount).toBe(0)
  })
})
