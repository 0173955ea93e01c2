import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signUp } from '#server-testing/test-client.ts'
import { openTestServer, type TestServer } from '#server-testing/test-server.ts'
import { migrate } from './migrate.ts'
import { hasBoardFunction } from './write-board-cards.ts'

let server: TestServer
let client: pg.Client
const connectionString = () => server.testDatabase.connectionString
beforeAll(async () => {
  server = await openTestServer()
  client = new pg.Client({ connectionString: connectionString() })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await server.close()
})

const boardRows = async () => (await client.query('select * from board_cards order by generation_id')).rows

describe('the function that writes the rows of boards', () => {
  it('is that of this release in a migrated database, and stays as it is when nothing has changed', async () => {
    expect(await hasBoardFunction(client)).toBe(true)
    const written = async () =>
      (await client.query(`select xmin from pg_proc where proname = 'write_board_cards'`)).rows
    const before = await written()
    await migrate(connectionString())
    expect(await written()).toEqual(before)
  })

  it('writes the same rows for all cards as for a card that changes', async () => {
    const ada = await signUp(server)
    for (const prompt of ['a fox', 'a lake']) await ada.settled(await ada.generate({ prompt }))
    const rows = await boardRows()
    expect(rows).toHaveLength(2)
    await client.query('delete from board_cards')
    await client.query('select write_board_cards(array(select id from generations))')
    expect(await boardRows()).toEqual(rows)
  })

  it('replaces that of another release, and writes all rows again', async () => {
    const rows = await boardRows()
    await client.query(`create or replace function write_board_cards(card_ids uuid[]) returns void language sql as ''`)
    await client.query(`comment on function write_board_cards(uuid[]) is 'of another release'`)
    await client.query(`update board_cards set colours = ''`)
    await migrate(connectionString())
    expect([await hasBoardFunction(client), await boardRows()]).toEqual([true, rows])
  })
})
