import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type DatabasePool, openDatabase, type Transaction } from '#server/db/database.ts'
import { readSnapshot } from '#server/db/read-snapshot.ts'
import { query } from '#server/db/sql/query.ts'
import { appendEvents } from '#server/events/append-events.ts'
import { insertAccount, insertLargeProject } from '#server-testing/large-rows.ts'
import { createTestDatabase, type TestDatabase } from '#server-testing/test-database.ts'
import type { OpenShare } from './open-share.ts'
import { createShownVersions } from './shown-version.ts'

let database: TestDatabase
let pool: DatabasePool
let frame: OpenShare
let starred: OpenShare
/** The ids of cards by their seeds, which are their places too. */
let ids: ReadonlyMap<number, string>

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openDatabase(database.connectionString, { connections: 2, onError: () => undefined })
  const userId = await insertAccount(pool.system)
  await insertLargeProject(pool.system, userId, { cards: 10_000, notes: 0 })
  const cards = await query<{ id: string; seed: number; project: string }>(
    pool.system,
    { id: 'string', seed: 'number', project: 'string' },
    sql`update generations set canvas_x = seed * 1000, canvas_y = 0 returning id, seed, project_id as project`,
  )
  ids = new Map(cards.rows.map(({ id, seed }) => [seed, id]))
  const projectId = cards.rows[0]?.project ?? ''
  const frameId = randomUUID()
  await pool.system.execute(sql`insert into frames (project_id, id, user_id, title, x, y, width, height)
    values (${projectId}, ${frameId}, ${userId}, 'Cover', 0, -1000, 20000, 3000)`)
  await pool.system.execute(
    sql`update generated_images set status = 'completed', storage_key = id::text where seed <= 20`,
  )
  await pool.system.execute(sql`insert into image_feedback (user_id, image_id, feedback_type)
    select user_id, id, 'star' from generated_images where seed <= 20`)
  await pool.system.execute(sql`analyze`)
  const options = { grants: 'comment', allowsCopies: true, hasWatermark: false } as const
  const link = {
    ...options,
    userId,
    projectId,
    showsPrompts: true,
    expiresAt: null,
    title: null,
    ownerName: 'Ada',
    visitor: null,
  }
  frame = { ...link, id: randomUUID(), scope: { kind: 'frame', frameId } }
  starred = { ...link, id: randomUUID(), scope: { kind: 'starred' } }
}, 120_000)
afterAll(async () => {
  await pool.close()
  await database.drop()
})

const rowsRead = async (tx: Transaction): Promise<number> => {
  const { rows } = await query<{ read: number }>(
    tx,
    { read: 'number' },
    sql`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
      where relname in ('generations', 'generated_images')`,
  )
  return rows[0]?.read ?? Number.NaN
}
/** The version in a snapshot of its own, and how many rows of cards and images it took. */
const look = (versions: ReturnType<typeof createShownVersions>, share: OpenShare) =>
  readSnapshot(pool.system, async (tx) => {
    // Earlier transactions of the connection count until they are reported.
    const before = await rowsRead(tx)
    const version = await versions.read(tx, share)
    return { version, read: (await rowsRead(tx)) - before }
  })
const frameIdOf = ({ scope }: OpenShare) => (scope.kind === 'frame' ? scope.frameId : '')
const move = (seed: number, canvasX: number) =>
  pool.system.transaction(async (tx) => {
    const id = ids.get(seed) ?? ''
    await tx.execute(sql`update generations set canvas_x = ${canvasX} where id = ${id}`)
    const { projectId, userId } = frame
    await appendEvents(tx, userId, [{ name: 'generation-changed', projectId, generationId: id, canvasX, canvasY: 0 }])
  })

describe('createShownVersions', () => {
  it.each(['frame', 'starred'] as const)(
    'reads no more than the card that was changed beside a link: %s',
    async (kind) => {
      const share = { frame, starred }[kind]
      const versions = createShownVersions()
      const first = await look(versions, share)
      expect(await look(versions, share)).toEqual({ version: first.version, read: 0 })
      await move(5_000, 40_000_000)
      const after = await look(versions, share)
      expect(after.version).toBe(first.version)
      expect(after.read).toBeLessThan(10)
    },
  )

  it('has the same version in every process, and another one once a card was moved within', async () => {
    const versions = createShownVersions()
    const { version } = await look(versions, frame)
    expect((await look(createShownVersions(), frame)).version).toBe(version)
    await move(3, 3_100)
    expect((await look(versions, frame)).version).not.toBe(version)
    await move(3, 3_000)
    expect((await look(versions, frame)).version).toBe(version)
  })

  it('does not answer a snapshot from before a change with what came after it', async () => {
    const versions = createShownVersions()
    const { version } = await look(versions, frame)
    const earlier = await readSnapshot(pool.system, async (tx) => {
      await rowsRead(tx)
      await move(4, 9_000_000)
      expect((await look(versions, frame)).version).not.toBe(version)
      return versions.read(tx, frame)
    })
    expect(earlier).toBe(version)
    expect((await look(versions, frame)).version).not.toBe(version)
    await move(4, 4_000)
  })

  it('has another version once a brought-in card was described, unless the link shows no prompts', async () => {
    const versions = createShownVersions()
    const wordless: OpenShare = { ...frame, id: randomUUID(), showsPrompts: false }
    const [first, hidden] = [await look(versions, frame), await look(versions, wordless)]
    await pool.system.transaction(async (tx) => {
      const generationId = ids.get(3) ?? ''
      await tx.execute(sql`update generations set prompt = 'a scanned wall' where id = ${generationId}`)
      const { projectId, userId } = frame
      await appendEvents(tx, userId, [
        { name: 'generation-changed', projectId, generationId, prompt: 'a scanned wall' },
      ])
    })
    const described = await look(versions, frame)
    expect(described.version).not.toBe(first.version)
    expect((await look(createShownVersions(), frame)).version).toBe(described.version)
    expect(await look(versions, wordless)).toEqual({ version: hidden.version, read: 0 })
  })

  it('has another version for another title', async () => {
    const versions = createShownVersions()
    const titled = (title: string): OpenShare => ({ ...frame, title })
    const { version } = await look(versions, titled('Cover'))
    expect((await look(versions, titled('Back'))).version).not.toBe(version)
    expect((await look(versions, titled('Cover'))).version).toBe(version)
  })

  it('reads a link once for all who look at it at the same time', async () => {
    const versions = createShownVersions()
    const looks = await Promise.all([look(versions, frame), look(versions, frame)])
    expect(new Set(looks.map(({ version }) => version)).size).toBe(1)
    expect(looks.filter(({ read }) => read > 0)).toHaveLength(1)
  })

  it('reads a link again after six hours, however often it was looked at', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const versions = createShownVersions()
      await look(versions, frame)
      const reads: number[] = []
      for (let hours = 2; hours <= 8; hours += 2) {
        vi.advanceTimersByTime(2 * 3_600_000)
        reads.push((await look(versions, frame)).read)
      }
      expect(reads.map((read) => read > 0)).toEqual([false, false, true, false])
    } finally {
      vi.useRealTimers()
    }
  })

  it('reads nothing of an idle link whose owner has more open than is remembered with its cards', async () => {
    const versions = createShownVersions()
    await pool.system.execute(
      sql`update generated_images set status = 'completed', storage_key = id::text where status <> 'completed'`,
    )
    await pool.system.execute(sql`update frames set width = 100000000 where id = ${frameIdOf(frame)}`)
    const links = Array.from({ length: 6 }, (): OpenShare => ({ ...frame, id: randomUUID() }))
    for (const link of links) await look(versions, link)
    const reads: number[] = []
    for (const link of links) reads.push((await look(versions, link)).read)
    expect(reads).toEqual([0, 0, 0, 0, 0, 0])
    await pool.system.execute(sql`update frames set width = 20000 where id = ${frameIdOf(frame)}`)
  })

  it('reads a link once after all events of its owner were swept, and nothing from then on', async () => {
    const versions = createShownVersions()
    const { version } = await look(versions, frame)
    await pool.system.execute(sql`delete from events`)
    expect((await look(versions, frame)).version).toBe(version)
    expect(await look(versions, frame)).toEqual({ version, read: 0 })
    await move(3, 3_100)
    expect((await look(versions, frame)).version).not.toBe(version)
  })
})
