import { Writable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { catalogue } from '#domain/models/catalogue.ts'
import { keyedProviders } from '#domain/models/providers.ts'
import { openEvents, type SseClient } from '#server-testing/sse-client.ts'
import { signUp, type TestClient } from '#server-testing/test-client.ts'
import { openTestServer, type TestServer } from '#server-testing/test-server.ts'
import { type AllVendors, startAllVendors } from '#server-testing/vendors/all-vendors.ts'
import { fakeKey, type Scene, vendorWords } from '#server-testing/vendors/vendor-fake.ts'
import { createLog } from '../operations/log.ts'

/** A key in each encoding in which it might leak. */
const forms = [fakeKey, encodeURIComponent(fakeKey), Buffer.from(fakeKey).toString('base64').slice(0, 24)]
const metricsToken = 'numbers for the operator'
const logged: string[] = []
const seen: string[] = []

let vendors: AllVendors
let server: TestServer
let ada: TestClient
let stream: SseClient
beforeAll(async () => {
  vendors = await startAllVendors()
  const destination = new Writable({
    write(chunk: Buffer, _, done) {
      logged.push(chunk.toString())
      done()
    },
  })
  server = await openTestServer({
    providers: vendors.providers,
    log: createLog('trace', destination),
    variables: { ...vendors.variables, CREDITS: 'off', METRICS_TOKEN: metricsToken, PERSON_LIMITS: 'jobs=50' },
  })
  ada = await signUp(server)
  stream = await openEvents(server, ada.cookie)
})
afterAll(async () => {
  stream.close()
  await server.close()
  await vendors.stop()
})

const look = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const reply = await ada.raw(method, path, headers)
  seen.push(JSON.stringify([...reply.headers]), Buffer.from(await reply.arrayBuffer()).toString('latin1'))
}

/** One generation of each vendor, after setting the outcome of their next images. */
async function makeEverywhere(scene: Scene): Promise<GenerationShape[]> {
  for (const fake of Object.values(vendors.fakes)) fake.play(scene, 4)
  const models = keyedProviders.map((provider) => catalogue.find((model) => model.provider === provider)?.name ?? '')
  const made = await Promise.all(models.map((model) => ada.generate({ prompt: `${scene} of ${model}`, model })))
  return Promise.all(made.map((generation) => ada.settled(generation)))
}

describe('keys of providers', () => {
  it("are used everywhere: the operator's and the users' own", async () => {
    for (const provider of keyedProviders)
      if (provider !== 'krea') {
        const saved = await ada.send('PUT', `/api/model-keys/${provider}`, { key: fakeKey })
        expect([provider, saved.status]).toEqual([provider, 200])
        seen.push(JSON.stringify(saved.body))
      }
    const made = await makeEverywhere('delivers')
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 'completed'))
    for (const { images } of made) await look(`/api/images/${images[0]?.id}/file`)
  })

  it('are in no reply, file, event, log line, metric or row, also when vendors repeat them in their errors', async () => {
    for (const scene of ['wrong-key', 'invalid-request', 'no-credit', 'refuses'] as const) {
      const made = await makeEverywhere(scene)
      expect(made.map(({ status }) => status)).toEqual(made.map(() => 'failed'))
      seen.push(JSON.stringify(made))
    }
    seen.push(JSON.stringify(await ada.send('PUT', '/api/model-keys/krea', { key: `${fakeKey}x` })))
    for (const path of ['/api/models', '/api/model-keys', '/api/model-keys/openai', '/api/assets']) await look(path)
    await look('/api/account/export', {}, 'POST')
    await look('/metrics', { authorization: `Bearer ${metricsToken}` })
    seen.push(JSON.stringify(stream.events))

    const { system: db } = server.database
    const tables = await db.execute<{ name: string }>(
      sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
    )
    expect(tables.rows.map(({ name }) => name)).toContain('model_keys')
    for (const { name } of tables.rows) {
      const rows = await db.execute<{ row: string }>(
        sql`select row_to_json(t)::text as row from ${sql.identifier(name)} t`,
      )
      seen.push(...rows.rows.map(({ row }) => row))
    }
    expect(logged.join('').length).toBeGreaterThan(1_000)
    expect(stream.events.length).toBeGreaterThan(50)
    for (const form of forms) {
      expect(logged.filter((line) => line.includes(form))).toEqual([])
      expect(seen.filter((text) => text.includes(form))).toEqual([])
    }
    // A vendor's own message is for the log alone.
    expect(seen.filter((text) => text.includes(vendorWords))).toEqual([])
  }, 120_000)
})
