import pg from 'pg'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { findImage } from '#server/cards/find-image.ts'
import { recentPrompts } from '#server/cards/generation-rows.ts'
import type { Database } from '#server/db/database.ts'
import { findProject } from '#server/features/projects/project-rows.ts'
import { findPrivateStyle } from '#server/features/styles/style-rows.ts'
import { databaseUrl } from '#server-testing/database-url.ts'
import { makeThings, type OwnedThings } from '#server-testing/owned-things.ts'
import { readZip } from '#server-testing/read-zip.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer({ variables: { SKETCH_CREDITS: '0.01' } })

let ada: TestClient
let adas: OwnedThings
let grace: TestClient
let graces: OwnedThings
beforeAll(async () => {
  ada = await signUp(context.server)
  adas = await makeThings(context.server, ada)
  grace = await signUp(context.server)
  graces = await makeThings(context.server, grace)
})

describe('a call with a wrong owner check', () => {
  it('finds nothing of another user, whichever owner it assumes', async () => {
    const { forUser } = context.server.database
    const look = async (db: Database) => [
      await findProject(db, grace.userId, graces.projects),
      await findImage(db, grace.userId, graces.images),
      await findPrivateStyle(db, grace.userId, graces.styles),
      await recentPrompts(db, graces.projects),
      await db.transaction((tx) => findProject(tx, grace.userId, graces.projects)),
    ]
    expect(await look(forUser(ada.userId))).toEqual([null, null, null, [], null])
    const found = await look(forUser(grace.userId))
    expect(found.filter((each) => each === null || (Array.isArray(each) && each.length === 0))).toEqual([])
  })
})

describe('a call with a session', () => {
  /** Makes all rows invisible to the system scope as well. */
  beforeAll(async () => {
    const databaseName = new URL(context.server.testDatabase.connectionString).pathname.slice(1)
    const admin = new pg.Client({ connectionString: databaseUrl(inject('testDatabases').adminUrl, databaseName) })
    await admin.connect()
    await admin.query(`do $$ declare name text; begin
      for name in select relname from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity
        and relname not in ('users', 'sessions', 'accounts')
      loop
        execute format('create policy said on %I as restrictive for select
          using (coalesce(current_setting(''espalier.user_id'', true), '''') <> '''')', name);
      end loop;
    end $$`)
    await admin.end()
  })

  it.each([
    ['/api/projects', () => adas.projects],
    ['/api/trash', () => 'items'],
    ['/api/assets', () => adas.images],
    ['/api/styles', () => adas.styles],
    ['/api/account/sessions', () => adas.sessions],
    ['/api/credits/ledger', () => adas.generations],
    ['/api/credits/usage?format=csv', () => adas.generations],
  ])("runs in the user's scope: %s", async (path, shown) => {
    expect(await (await ada.raw('GET', path)).text()).toContain(shown())
  })

  it.each(['', '/board', '/generations', '/history', '/review', '/shares', '/series', '/export'])(
    'asks the database for them: a project%s',
    async (part) => {
      const reply = await ada.raw('GET', `/api/projects/${adas.projects}${part}`)
      expect({ part, status: reply.status }).toEqual({ part, status: 200 })
      expect((await reply.arrayBuffer()).byteLength).toBeGreaterThan(2)
    },
  )

  it("runs in the user's scope to the last byte of an account's export", async () => {
    const reply = await ada.raw('POST', '/api/account/export')
    const files = readZip(Buffer.from(await reply.arrayBuffer()))
    expect(files.get('images.json')?.toString()).toContain(adas.images)
    expect(files.get('usage.csv')?.toString()).toContain(adas.generations)
    expect([...files.keys()]).toContain(`uploads/${adas.uploads}.png`)
  })

  it('reads the picture, its thumbnail and its provenance', async () => {
    for (const part of ['file', 'file?size=256', 'history', 'path']) {
      const reply = await ada.raw('GET', `/api/images/${adas.images}/${part}`)
      expect({ part, status: reply.status }).toEqual({ part, status: 200 })
      await reply.arrayBuffer()
    }
  })

  it.each([
    ['PATCH', () => `/api/projects/${adas.projects}`, { title: 'Mine' }, 200],
    ['PUT', () => `/api/projects/${adas.projects}/canvas-state`, { zoomLevel: 1, panX: 0, panY: 0 }, 200],
    ['PATCH', () => `/api/generations/${adas.generations}`, { canvasX: 4_000, canvasY: 0 }, 200],
    ['PUT', () => `/api/images/${adas.images}/feedback/like`, undefined, 200],
    ['PUT', () => `/api/styles/${adas.styles}/pin`, undefined, 200],
    ['PATCH', () => '/api/profile', { bio: 'I paint.' }, 200],
    ['POST', () => '/api/generations', { prompt: 'a fox' }, 202],
    ['DELETE', () => `/api/generations/${adas.generations}`, undefined, 200],
  ])("changes the user's rows in the user's scope: %s", async (method, path, body, status) => {
    expect((await ada.send(method, path(), body)).status).toBe(status)
  })
})
