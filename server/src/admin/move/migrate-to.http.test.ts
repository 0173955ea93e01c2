import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import {
  contentsOf,
  contextAt,
  freshFolder,
  freshPlace,
  killWhenItSays,
  type Place,
  placeOf,
  serverAt,
} from '#server-testing/admin-copies.ts'
import { makeThings } from '#server-testing/owned-things.ts'
import { startS3Server } from '#server-testing/s3/s3-server.ts'
import { swiftIsInstalled } from '#server-testing/s3/swift.ts'
import { clientOf, signUp, type TestClient } from '#server-testing/test-client.ts'
import { openTestServer, type TestServer } from '#server-testing/test-server.ts'
import { copySchema } from '../../db/unfinished-copy.ts'
import { checkFiles } from '../check-files.ts'
import { migrateTo } from './migrate-to.ts'

/** More rows than come in two transactions. */
const manyEvents = 50_000

let old: TestServer
let ada: TestClient
let imageId = ''
beforeAll(async () => {
  old = await openTestServer({ variables: { SKETCH_CREDITS: '0.07' }, plans: { signUp: 1_000 } })
  ada = await signUp(old)
  imageId = (await makeThings(old, ada)).images
})
afterAll(() => old.close())

const source = (variables: Record<string, string> = {}): Place =>
  placeOf(old.testDatabase.connectionString, old.dataDir, variables)

async function expectHerPicture(place: Place): Promise<void> {
  const there = clientOf(await serverAt(place), ada.userId, ada.cookie)
  const reply = await there.raw('GET', `/api/images/${imageId}/file?size=original`)
  expect([reply.status, (await reply.arrayBuffer()).byteLength > 0]).toEqual([200, true])
}

describe('moving to another place', () => {
  it('is refused while a server runs, and changes nothing', async () => {
    const { connectionString } = await freshPlace()
    await expect(migrateTo(contextAt(source()), { database: connectionString })).rejects.toThrow(
      'A server runs on this database',
    )
  })

  describe('moving to another place after the server has stopped', () => {
    beforeAll(() => old.stop())

    it('moves every row and every file, and back the same way', async () => {
      const target = await freshPlace()
      const moved = await migrateTo(contextAt(source()), {
        database: target.connectionString,
        storage: `disk:${target.dataDir}`,
      })
      expect(moved.outcome).toBe('done')
      expect(moved.lines.at(-1)).toContain(`DATABASE_URL=${target.connectionString}`)
      expect(await contentsOf(target)).toEqual(await contentsOf(source()))
      const back = await freshPlace()
      await migrateTo(contextAt(target), { database: back.connectionString, storage: `disk:${back.dataDir}` })
      expect(await contentsOf(back)).toEqual(await contentsOf(source()))
      await expectHerPicture(back)
    })

    it('moves every row into the PostgreSQL of a data folder, and from there to another', async () => {
      const folder = await freshFolder()
      const moved = await migrateTo(contextAt(source()), { database: `embedded:${folder}` })
      expect(moved.lines.at(-1)).toContain(`DATA_DIR=${folder}, and no DATABASE_URL`)
      const quiet = { info: () => undefined, warn: () => undefined }
      const { connectionString, stop } = await openEmbeddedPostgres({ dataDir: folder, log: quiet })
      onTestFinished(stop)
      const embedded = placeOf(connectionString, folder)
      expect(await contentsOf(embedded)).toEqual(await contentsOf(source()))
      const back = await freshPlace()
      await migrateTo(contextAt(embedded), { database: back.connectionString })
      expect(await contentsOf(back)).toEqual(await contentsOf(source()))
    })

    it('continues where it was killed, with no row lost or duplicated', async () => {
      const context = contextAt(source())
      await context.db.execute(sql`insert into events (user_id, name, data)
        select gen_random_uuid(), 'project-changed', '{}' from generate_series(1, ${manyEvents})`)
      const target = await freshPlace()
      const words = ['migrate-to', '--database', target.connectionString]
      await killWhenItSays(source(), words, /^events: 40000 rows$/m)
      const at = contextAt(target)
      const { rows } = await at.db.execute<{ last_key: string[] }>(
        sql`select last_key from ${sql.identifier(copySchema)}.progress where name = 'events'`,
      )
      expect(Number(rows[0]?.last_key[0])).toBeGreaterThanOrEqual(40_000)
      const reports: string[] = []
      expect((await migrateTo(contextAt(source(), reports), { database: target.connectionString })).outcome).toBe(
        'done',
      )
      expect(reports.filter((line) => line.startsWith('events: '))).toHaveLength(1)
      expect(await contentsOf(target)).toEqual(await contentsOf(source()))
    })

    it('never mixes two people’s data: a target with accounts is refused', async () => {
      const target = await freshPlace()
      const server = await serverAt(target)
      await signUp(server)
      await server.stop()
      await expect(migrateTo(contextAt(source()), { database: target.connectionString })).rejects.toThrow(
        'The target holds accounts already',
      )
    })

    it.skipIf(!swiftIsInstalled())(
      'brings the files to a real S3 server, also after a bad start, and back',
      async () => {
        const s3 = await startS3Server()
        onTestFinished(() => s3.stop())
        const inS3 = source({ ...s3.variables })
        s3.setFault('error', { times: 3 })
        const there = await migrateTo(contextAt(inS3), { storage: 's3' })
        expect(there.outcome).toBe('done')
        expect((await checkFiles(contextAt(inS3), { sweep: 'leave' })).outcome).toBe('done')
        const again = await migrateTo(contextAt(inS3), { storage: 's3' })
        expect(again.lines[0]).toMatch(/; 0 of them were written now\.$/)
        const { dataDir } = await freshPlace()
        await migrateTo(contextAt(inS3), { storage: `disk:${dataDir}` })
        const back = placeOf(old.testDatabase.connectionString, dataDir)
        expect((await checkFiles(contextAt(back), { sweep: 'leave' })).outcome).toBe('done')
        await expectHerPicture(inS3)
      },
      180_000,
    )
  })
})
