import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { contextAt, freshPlace, type Place, serverAt } from '#server-testing/admin-copies.ts'
import { signUp } from '#server-testing/test-client.ts'
import { readOrMakeSecret } from '../auth/secret.ts'
import { modelConnections } from '../db/schema/model-connections.ts'
import { modelKeys } from '../db/schema/model-keys.ts'
import { webhooks } from '../db/schema/webhooks.ts'
import { connectionPlace } from '../features/models/connections/connection-rows.ts'
import { sealedColumns } from '../features/models/keys/reseal-keys.ts'
import { placeOf } from '../features/webhooks/webhook-rows.ts'
import { createKeySeal } from '../models/seal-key.ts'
import { rotateSecret } from './rotate-secret.ts'

/** A user with a key of their own, sealed under a secret; the server has stopped. */
async function withSealedKey(place: Place, secret: string) {
  const server = await serverAt(place)
  const ada = await signUp(server)
  await server.stop()
  const at = { userId: ada.userId, provider: 'openai' } as const
  const sealed = createKeySeal(secret).seal('sk-her-own', at)
  const { db } = contextAt(place)
  await db.insert(modelKeys).values({ ...at, sealed, lastFour: '-own', check: 'accepted' })
  return { ada, at, sealedNow: async () => (await db.select().from(modelKeys))[0]?.sealed ?? Buffer.alloc(0) }
}

describe('changing the secret', () => {
  it('seals people’s keys under the new secret, which replaces the old one, and signs all users out', async () => {
    const place = await freshPlace()
    const old = await readOrMakeSecret(place.dataDir)
    const { ada, at, sealedNow } = await withSealedKey(place, old)
    expect((await rotateSecret(contextAt(place))).outcome).toBe('done')
    const next = (await readFile(join(place.dataDir, 'secret'), 'utf8')).trim()
    expect(next).not.toBe(old)
    expect(createKeySeal(next).open(await sealedNow(), at)).toBe('sk-her-own')
    const server = await serverAt(place)
    expect(
      (await server.app.request('/api/projects', { headers: { cookie: ada.cookie, host: 'localhost' } })).status,
    ).toBe(401)
  })

  it('seals the keys of added providers too, those for everybody among them', async () => {
    const place = await freshPlace()
    const old = await readOrMakeSecret(place.dataDir)
    const { ada } = await withSealedKey(place, old)
    const { db } = contextAt(place)
    const rows = [ada.userId, null].map((userId) => {
      const id = randomUUID()
      const sealed = createKeySeal(old).seal(`sk-${id}`, connectionPlace(id))
      return { id, userId, kind: 'fal' as const, name: id, sealed }
    })
    await db.insert(modelConnections).values(rows)
    const { lines } = await rotateSecret(contextAt(place))
    expect(lines[0]).toContain('3 keys')
    const next = createKeySeal((await readFile(join(place.dataDir, 'secret'), 'utf8')).trim())
    for (const { id, sealed } of await db.select().from(modelConnections))
      expect(next.open(sealed ?? Buffer.alloc(0), connectionPlace(id))).toBe(`sk-${id}`)
  })

  it('seals the secrets of webhooks too, the one before among them, so that deliveries are signed as before', async () => {
    const place = await freshPlace()
    const old = await readOrMakeSecret(place.dataDir)
    const { ada } = await withSealedKey(place, old)
    const { db } = contextAt(place)
    const at = { id: randomUUID(), userId: ada.userId }
    const seal = (secret: string) => createKeySeal(old).seal(secret, placeOf(at))
    await db.insert(webhooks).values({
      ...at,
      url: 'https://example.com/',
      events: [],
      seenSeq: 0,
      secret: seal('whsec_now'),
      oldSecret: seal('whsec_before'),
    })
    expect((await rotateSecret(contextAt(place))).outcome).toBe('done')
    const next = createKeySeal((await readFile(join(place.dataDir, 'secret'), 'utf8')).trim())
    const [row] = await db.select().from(webhooks)
    expect([row?.secret, row?.oldSecret].map((sealed) => sealed && next.open(sealed, placeOf(at)))).toEqual([
      'whsec_now',
      'whsec_before',
    ])
  })

  it('knows every column of bytes: it is sealed, the hash of something that is stored nowhere, or computed from pictures', async () => {
    const hashes = ['api_tokens.hash', 'oauth_codes.hash', 'oauth_secrets.hash']
    const computed = ['color_layout', 'features', 'lightness'].map((column) => `image_fingerprints.${column}`)
    const { rows } = await contextAt(await freshPlace()).db.execute<{ name: string }>(sql`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea'`)
    const sealed = sealedColumns.map(({ table, column }) => `${table}.${column}`)
    expect(rows.map(({ name }) => name).sort()).toEqual([...hashes, ...computed, ...sealed].sort())
  })

  it('takes the new one from the settings where the old one is set there, and may be run twice', async () => {
    const place = await freshPlace()
    const [old, next] = ['o'.repeat(40), 'n'.repeat(40)]
    const { at, sealedNow } = await withSealedKey(place, old)
    const variables = { ...place.variables, AUTH_SECRET: old, AUTH_SECRET_NEXT: next }
    for (const time of ['first', 'second'])
      expect([time, (await rotateSecret(contextAt({ ...place, variables }))).outcome]).toEqual([time, 'done'])
    expect(createKeySeal(next).open(await sealedNow(), at)).toBe('sk-her-own')
  })

  it('reports how many keys are lost, and leaves them unchanged', async () => {
    const place = await freshPlace()
    const { sealedNow } = await withSealedKey(place, 'a forgotten secret')
    const before = await sealedNow()
    const { lines, outcome } = await rotateSecret(contextAt(place))
    expect([outcome, lines[1]]).toEqual([
      'failed',
      '1 keys open with neither secret: their owners must enter them again.',
    ])
    expect(await sealedNow()).toEqual(before)
  })

  it('is refused while a server runs', async () => {
    const place = await freshPlace()
    await serverAt(place)
    await expect
      .poll(() =>
        rotateSecret(contextAt(place)).then(
          () => 'done',
          () => 'refused',
        ),
      )
      .toBe('refused')
  })
})
