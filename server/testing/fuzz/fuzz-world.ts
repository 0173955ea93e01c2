import { sql } from 'drizzle-orm'
import type { Server } from '#server/start/start-server.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import type { IdPlace } from './value-arbitrary.ts'

const unknownId = '00000000-0000-4000-8000-000000000000'
/** The sources of ids, in the order of `IdPlace.kind`. */
const tables = [
  'projects',
  'generations',
  'generated_images',
  'styles',
  'uploads',
  'sessions',
  'thumbnail_sheets',
  'users',
]

export type FuzzWorld = {
  readonly people: Readonly<Record<'ada' | 'eve', TestClient>>
  idAt(place: IdPlace): string
  /** Reads the existing things again, and restores the sessions. */
  refresh(): Promise<void>
}

/** Two users with one of each kind of thing, whom no request signs out for long. */
export async function createFuzzWorld(server: Server): Promise<FuzzWorld> {
  const { system: db } = server.database
  const people = { ada: await signUp(server), eve: await signUp(server) }
  for (const person of [people.ada, people.eve]) {
    await person.generate({ prompt: 'a fox' })
    await person.send('POST', '/api/styles', { title: 'Mine', promptFragment: 'in chalk' })
  }
  const kept = await db.execute<Record<string, unknown>>(sql`select to_jsonb(sessions) as row from sessions`)
  const ids = { ada: [] as string[][], eve: [] as string[][] }

  async function refresh() {
    for (const { row } of kept.rows)
      await db.execute(
        sql`insert into sessions select * from jsonb_populate_record(null::sessions, ${JSON.stringify(row)}::jsonb) on conflict do nothing`,
      )
    for (const [name, { userId }] of Object.entries(people))
      ids[name as 'ada' | 'eve'] = await Promise.all(
        tables.map(async (table) => {
          const owner = sql.identifier(table === 'users' ? 'id' : 'user_id')
          const { rows } = await db.execute<{ id: string }>(
            sql`select id from ${sql.identifier(table)} where ${owner} = ${userId} order by id limit 30`,
          )
          return rows.map(({ id }) => id)
        }),
      )
  }
  await refresh()
  return {
    people,
    refresh,
    idAt({ idOf, kind, index }) {
      if (idOf === 'anonymous') return unknownId
      const known = ids[idOf][kind % tables.length] ?? []
      return known[index % Math.max(1, known.length)] ?? unknownId
    },
  }
}
