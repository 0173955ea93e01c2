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

/** Ids after those of all other cards, by the number `n`. */
const numberedId = `'f0000000-0000-4000-8000-' || lpad(n::text, 12, '0')`
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

  it('writes the rows again in short transactions, and goes on where an interrupted migration has stopped', async () => {
    const [card] = (await client.query('select generation_id from board_cards limit 1')).rows
    await client.query(
      `insert into generations select (jsonb_populate_record(cards, jsonb_build_object('id', ${numberedId}))).*
       from generations cards, generate_series(1, 1500) n where cards.id = $1`,
      [card.generation_id],
    )
    await client.query(
      `insert into generated_images select (jsonb_populate_record(images,
         jsonb_build_object('id', ${numberedId}, 'generation_id', ${numberedId}, 'sheet_id', null))).*
       from generated_images images, generate_series(1, 1500) n where generation_id = $1 and order_num = 0`,
      [card.generation_id],
    )
    const rows = await boardRows()
    const stale = async () =>
      (await client.query(`select count(*)::int from board_cards where colours = ''`)).rows[0].count
    await client.query(`comment on function write_board_cards(uuid[]) is 'of another release'`)
    await client.query(`update board_cards set colours = ''`)
    await client.query(`create function refuse_it() returns trigger language plpgsql as
      $$ begin raise exception 'interrupted'; end $$`)
    await client.query(`create trigger refuse_it before update on board_cards for each row
      when (new.generation_id = 'f0000000-0000-4000-8000-000000001500') execute function refuse_it()`)
    await expect(migrate(connectionString())).rejects.toThrow('interrupted')
    expect([await hasBoardFunction(client), await stale()]).toEqual([false, rows.length - 1_000])
    await client.query('drop trigger refuse_it on board_cards')
    await migrate(connectionString())
    expect([await hasBoardFunction(client), await boardRows()]).toEqual([true, rows])
  })
})
