import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { asUserId } from '#domain/account/user-id.ts'
import type { Server } from '#server/start/start-server.ts'
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
import { makeProgram, programOf } from '#server-testing/program.ts'
import { makeReviewLink } from '#server-testing/review-link.ts'
import { clientOf, cookieOf, sendOpen, signUp, type TestClient } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { migrate } from '../../db/migrate.ts'
import { users, verifications } from '../../db/schema/accounts.ts'
import { assistantRuns } from '../../db/schema/assistant.ts'
import { oauthSecrets } from '../../db/schema/oauth.ts'
import { projects } from '../../db/schema/projects.ts'
import { webhookDeliveries, webhooks } from '../../db/schema/webhooks.ts'
import { refuseUnfinishedCopy } from '../../db/unfinished-copy.ts'
import { setOperator } from '../../features/account/operators.ts'
import { originalKey } from '../../pictures/picture-keys.ts'
import { checkFiles } from '../check-files.ts'
import { runCommand } from '../commands.ts'
import { backUp } from './backup.ts'
import { accessOf } from './end-access.ts'
import { restore } from './restore.ts'

const running = withTestServer({ variables: { SKETCH_CREDITS: '0.07' }, plans: { signUp: 1_000 } })
const source = () => placeOf(running.server.testDatabase.connectionString, running.server.dataDir)

/** A new session: those of the time of the backup are not restored. */
async function signedInAt(server: Server, email: string): Promise<TestClient> {
  const reply = await sendOpen<{ user: { id: string } }>(server, 'POST', '/api/auth/sign-in/email', {
    body: { email, password: 'correct horse' },
  })
  expect(reply.status).toBe(200)
  return clientOf(server, reply.body.user.id, cookieOf(reply.headers))
}

const openLink = (server: Server, { address }: { readonly address: string }) =>
  sendOpen(server, 'POST', '/api/shared/visits', { body: { token: address.split('#')[1] } })

describe('a backup', () => {
  it('contains everything: restored elsewhere, every table is the same and every file is there', async () => {
    const ada = await signUp(running.server)
    const { shares: shareId, images: imageId, visit } = await makeThings(running.server, ada)
    await ada.send('POST', `/api/shares/${shareId}/rounds`, { imageIds: [imageId] })
    const decision = { body: { decision: 'approve' }, headers: { cookie: visit } }
    const decided = `/api/shared/${shareId}/rounds/1/proofs/1/decision`
    expect((await sendOpen(running.server, 'PUT', decided, decision)).status).toBe(200)
    const folder = await freshFolder()
    const before = await contentsOf(source())
    await backUp(contextAt(source()), folder)
    const copy = await freshPlace()
    const { lines, outcome } = await restore(contextAt(copy), folder, { tokens: 'keep' })
    expect([outcome, lines.at(-1)]).toEqual(['done', 'The ledger is right.'])
    const { sessions, shares, verifications, ...restored } = await contentsOf(copy)
    const { sessions: _, shares: madeLinks, verifications: __, ...saved } = before
    expect(restored).toEqual(saved)
    expect([sessions, verifications]).toEqual(Array(2).fill(expect.stringMatching(/^0 rows/)))
    expect(shares?.split(',')[0]).toBe(madeLinks?.split(',')[0])
    const { system, forUser, close } = openDatabase(copy.connectionString, { connections: 1, onError: () => undefined })
    const owners = (db: Database) => db.selectDistinct({ userId: projects.userId }).from(projects)
    expect([await owners(system), await owners(forUser(asUserId(randomUUID())))]).toEqual([
      [{ userId: ada.userId }],
      [],
    ])
    await close()
    expect((await checkFiles(contextAt(copy), { sweep: 'leave' })).lines).toContain(
      '0 files are missing that a row names.',
    )
  })

  it('taken while images are generated has every project, image and entry, and pending images complete where it is restored', async () => {
    const email = `${randomUUID()}@example.com`
    const ada = await signUp(running.server, email)
    const first = await ada.settled(await ada.generate({ prompt: 'the first' }))
    const { projectId } = first
    let asking = true
    const asked = (async () => {
      for (let count = 0; asking && count < 40; count++) await ada.generate({ prompt: `picture ${count}`, projectId })
    })()
    const folder = await freshFolder()
    const { outcome } = await backUp(contextAt(source()), folder)
    asking = false
    await asked
    expect(outcome).toBe('done')
    const copy = await freshPlace()
    expect((await restore(contextAt(copy), folder)).outcome).toBe('done')
    const there = await signedInAt(await serverAt(copy), email)
    const { body } = await there.send<{ items: GenerationShape[] }>('GET', `/api/projects/${projectId}/generations`)
    expect(body.items.map(({ prompt }) => prompt)).toContain('the first')
    for (const generation of body.items) {
      const settled = await there.settled(generation)
      expect(settled.images.map(({ status }) => status)).toEqual(Array(4).fill('completed'))
      for (const { id } of settled.images)
        expect((await there.raw('GET', `/api/images/${id}/file?size=original`)).status).toBe(200)
    }
  })

  it('that was killed is recognized as incomplete, and can be started again', async () => {
    const folder = await freshFolder()
    await killWhenItSays(source(), ['backup', '--to', folder], /^accounts: /m)
    await expect(restore(contextAt(await freshPlace()), folder)).rejects.toThrow('holds no finished backup')
    expect((await backUp(contextAt(source()), folder)).outcome).toBe('done')
    expect((await restore(contextAt(await freshPlace()), folder)).outcome).toBe('done')
  })

  it('names models.json and plans.json, which are settings and not among its files', async () => {
    const place = await freshPlace()
    const paths = ['models.json', 'plans.json'].map((name) => join(place.dataDir, name))
    const output = async () => (await backUp(contextAt(place), join(await freshFolder(), 'backup'))).lines.join()
    expect(await output()).not.toContain('is a setting')
    for (const path of paths) await writeFile(path, '{}')
    const lines = await output()
    for (const path of paths) expect(lines).toContain(`${path} is a setting`)
  })

  it('is never overwritten, nor written into a folder with other content', async () => {
    const folder = await freshFolder()
    await backUp(contextAt(source()), folder)
    await expect(backUp(contextAt(source()), folder)).rejects.toThrow('holds a finished backup already')
    const other = await freshFolder()
    await writeFile(join(other, 'holiday.txt'), 'sun')
    await expect(backUp(contextAt(source()), other)).rejects.toThrow('holds something else (holiday.txt)')
  })
})

describe('restoring', () => {
  it('restores no session, no reset link and no open review link, since they may have ended after the backup', async () => {
    const ada = await signUp(running.server)
    const { projectId } = await ada.settled(await ada.generate({ prompt: 'a fox' }))
    const link = await makeReviewLink(ada, projectId)
    await running.server.database.system
      .insert(verifications)
      .values({ identifier: 'reset-password:token', value: ada.userId, expiresAt: new Date(Date.now() + 3_600_000) })
    const folder = await freshFolder()
    await backUp(contextAt(source()), folder)
    const copy = await freshPlace()
    const { lines } = await restore(contextAt(copy), folder)
    expect(lines).toContainEqual(expect.stringMatching(/^Links for review that were closed: [1-9]\d*\. /))
    const restored = await serverAt(copy)
    expect((await clientOf(restored, ada.userId, ada.cookie).send('GET', '/api/projects')).status).toBe(401)
    const reset = { token: 'token', newPassword: 'another horse' }
    expect(await contextAt(copy).db.select().from(verifications)).toEqual([])
    expect((await sendOpen(restored, 'POST', '/api/auth/reset-password', { body: reset })).status).not.toBe(200)
    expect((await openLink(restored, link)).status).toBe(404)
    expect((await openLink(running.server, link)).status).toBe(200)
  })

  it('restores no API token, connection or waiting delivery, and says how many there were', async () => {
    const ada = await signUp(running.server)
    const { projectId } = await ada.settled(await ada.generate({ prompt: 'a fox' }))
    const program = await makeProgram(running.server, ada)
    const { system } = running.server.database
    const secrets = { userId: ada.userId, expiresAt: new Date(Date.now() + 3_600_000) }
    await system
      .insert(oauthSecrets)
      .values({ ...secrets, hash: Buffer.from(randomUUID()), tokenId: program.id, kind: 'refresh' })
    const run = { id: randomUUID(), userId: ada.userId, projectId, conversationId: randomUUID(), tokenId: program.id }
    await system.insert(assistantRuns).values({
      ...{ ...run, mode: 'ask', request: 'a fox', subjects: [], state: 'asks', messages: [] },
      ...{ model: 'a model', modelOf: 'own' },
    })
    const webhookId = randomUUID()
    await system.insert(webhooks).values({
      id: webhookId,
      userId: ada.userId,
      url: 'https://localhost:1/',
      secret: Buffer.from('x'),
      events: [],
      seenSeq: 0,
    })
    const delivery = { id: randomUUID(), userId: ada.userId, webhookId, source: 'x', body: '{}' }
    const later = new Date(Date.now() + 3_600_000)
    await system.insert(webhookDeliveries).values({ ...delivery, event: 'webhook.test', runAt: later })
    const folder = await freshFolder()
    await backUp(contextAt(source()), folder)
    const [ended, kept] = [await freshPlace(), await freshPlace()]
    const { lines } = await restore(contextAt(ended), folder)
    for (const kind of ['API tokens and connections', 'Runs of the assistant', 'Webhooks', 'Waiting deliveries'])
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^${kind}.*: [1-9]\\d*\\.`)))
    const { db } = contextAt(ended)
    expect(await db.select().from(oauthSecrets)).toEqual([])
    expect((await db.select().from(assistantRuns)).map(({ state }) => state)).not.toContain('asks')
    expect((await db.select().from(webhookDeliveries)).map(({ state }) => state)).not.toContain('waiting')
    expect((await db.select().from(webhooks)).map(({ state }) => state)).not.toContain('on')
    await runCommand(contextAt(kept), ['restore', '--from', folder, '--keep-tokens'])
    const statusAt = async (place: Place) =>
      (await programOf(await serverAt(place), program).send('GET', '/api/projects')).status
    expect([await statusAt(ended), await statusAt(kept)]).toEqual([401, 200])
  })

  it('names the accounts that run the server, since one may have been revoked after the backup', async () => {
    const email = `${randomUUID()}@example.com`
    const ada = await signUp(running.server, email)
    const { system } = running.server.database
    await setOperator(system, asUserId(ada.userId), { isOperator: true })
    const folder = await freshFolder()
    await backUp(contextAt(source()), folder)
    await system
      .update(users)
      .set({ isOperator: false })
      .where(eq(users.id, asUserId(ada.userId)))
    const { lines } = await restore(contextAt(await freshPlace()), folder)
    const named = lines.find((line) => line.startsWith('Accounts that run this server'))
    expect(named).toContain(email)
    expect(lines).toContain('Take it back from those who should not: npm run admin -- operator EMAIL --revoke')
  })

  it('knows every table that gives access: it ends, or is kept for a reason', async () => {
    const { rows } = await contextAt(source()).db.execute<{ name: string }>(sql`
      select distinct table_name as name from information_schema.columns where table_schema = 'public'
        and column_name ~ '(^|_)(token|hash|secret|password|sealed|challenge|revoked_at|pending)$'`)
    const gives = rows.map(({ name }) => name)
    expect(gives.filter((name) => !(name in accessOf))).toEqual([])
    expect(gives.length).toBeGreaterThan(10)
  })

  it('keeps the open links where the operator says that none was revoked since', async () => {
    const ada = await signUp(running.server)
    const { projectId } = await ada.settled(await ada.generate({ prompt: 'a fox' }))
    const link = await makeReviewLink(ada, projectId)
    const folder = await freshFolder()
    await backUp(contextAt(source()), folder)
    const copy = await freshPlace()
    await runCommand(contextAt(copy), ['restore', '--from', folder, '--keep-links'])
    expect((await openLink(await serverAt(copy), link)).status).toBe(200)
  })

  it('stops at a damaged file, keeps servers off the partial database, and continues when the file is repaired', async () => {
    const ada = await signUp(running.server)
    const { images } = await ada.settled(await ada.generate({ prompt: 'a fox' }))
    const folder = await freshFolder()
    await backUp(contextAt(source()), folder)
    const path = join(folder, 'files', originalKey(images[0]?.id ?? '', 1))
    const whole = await readFile(path)
    const changed = Buffer.from(whole)
    changed[100] = (changed[100] ?? 0) ^ 1
    await writeFile(path, changed)
    const copy = await freshPlace()
    await expect(restore(contextAt(copy), folder)).rejects.toThrow('The backup is damaged: the file images/')
    await migrate(copy.connectionString)
    await expect(refuseUnfinishedCopy(copy.connectionString)).rejects.toThrow('half filled')
    await writeFile(path, whole)
    expect((await restore(contextAt(copy), folder)).outcome).toBe('done')
    await expect(refuseUnfinishedCopy(copy.connectionString)).resolves.toBeUndefined()
  })

  it('refuses a changed table, a database with accounts, and one that a server runs on', async () => {
    await signUp(running.server, `${randomUUID()}@example.com`)
    const folder = await freshFolder()
    await backUp(contextAt(source()), folder)
    await expect(restore(contextAt(source()), folder)).rejects.toThrow('A server runs on this database')
    const used = await freshPlace()
    const server = await serverAt(used)
    await signUp(server)
    await server.stop()
    await expect(restore(contextAt(used), folder)).rejects.toThrow('The database holds accounts already')
    const path = join(folder, 'database', 'users.copy')
    await writeFile(path, (await readFile(path, 'utf8')).replace('Ada', 'Eve'))
    await expect(restore(contextAt(await freshPlace()), folder)).rejects.toThrow('damaged: the table users')
  })
})
