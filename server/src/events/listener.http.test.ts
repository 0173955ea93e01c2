import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tryExclusive } from '#server/db/instance-lock.ts'
import { type SilentProxy, startSilentProxy } from '#server-testing/silent-proxy.ts'
import { createTestDatabase, type TestDatabase } from '#server-testing/test-database.ts'
import { createLog } from '../operations/log.ts'
import { type Listener, startListener } from './listener.ts'

let database: TestDatabase
let proxy: SilentProxy
let listener: Listener | undefined
let direct: pg.Client

beforeEach(async () => {
  database = await createTestDatabase()
  proxy = await startSilentProxy(database.connectionString)
  direct = new pg.Client({ connectionString: database.connectionString })
  await direct.connect()
})
afterEach(async () => {
  await listener?.close()
  await proxy.stop()
  await direct.end()
  await database.drop()
})

function listen() {
  const seen: string[] = []
  listener = startListener({
    connectionString: proxy.connectionString,
    channels: { news: (payload) => seen.push(payload) },
    onConnect: () => seen.push('connected'),
    onLost: () => seen.push('lost'),
    log: createLog('silent'),
    heartbeat: { everyMs: 100, answerMs: 300 },
  })
  return seen
}

describe('the connection for notifications', () => {
  it('is replaced when it dies in silence, and what was missed is read again', async () => {
    const seen = listen()
    await expect.poll(() => seen).toEqual(['connected'])
    proxy.silence()
    await direct.query("select pg_notify('news', 'missed')")
    await expect.poll(() => seen).toEqual(['connected', 'lost', 'connected'])
    await direct.query("select pg_notify('news', 'heard')")
    await expect.poll(() => seen).toEqual(['connected', 'lost', 'connected', 'heard'])
  })

  it('holds the instance lock again after it was replaced', async () => {
    const seen = listen()
    await expect.poll(() => seen).toEqual(['connected'])
    proxy.silence()
    await expect.poll(() => seen).toEqual(['connected', 'lost', 'connected'])
    // Ends the connections that PostgreSQL still considers alive; the last one is the listener's own.
    await direct.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'espalier-listen' and datname = current_database()
      and backend_start < (select max(backend_start) from pg_stat_activity
        where application_name = 'espalier-listen' and datname = current_database())`)
    expect(await tryExclusive(direct)).toBe(false)
  })

  it('stays while it answers', async () => {
    const seen = listen()
    await expect.poll(() => seen).toEqual(['connected'])
    const beats = async () => {
      const { rows } = await direct.query<{ query: string }>(`select query
        from pg_stat_activity where application_name = 'espalier-listen' and datname = current_database()`)
      return rows
    }
    await expect.poll(async () => (await beats())[0]?.query).toBe('select 1')
    expect([seen, proxy.count()]).toEqual([['connected'], 1])
  })
})
