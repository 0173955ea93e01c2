import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signUp } from '#server-testing/test-client.ts'
import { openTestServer, type TestServer } from '#server-testing/test-server.ts'
import { type AllVendors, startAllVendors } from '#server-testing/vendors/all-vendors.ts'
import { jobs } from '../../db/schema/jobs.ts'

let vendors: AllVendors
let server: TestServer
beforeAll(async () => {
  vendors = await startAllVendors(400)
  server = await openTestServer({
    providers: vendors.providers,
    variables: { ...vendors.variables, CREDITS: 'off', JOB_LEASE_SECONDS: '1' },
  })
})
afterAll(async () => {
  await server.close()
  await vendors.stop()
})

describe('images that a vendor works on when their worker dies', () => {
  it.each([
    ['Krea 2', 'krea', 4],
    ['Flux Krea', 'replicate', 4],
    // Which runs two at once for one key.
    ['Runway Gen-4', 'runway', 2],
    ['Ideogram 3.0', 'ideogram', 4],
  ] as const)('are fetched by another worker, and requested once: %s', async (model, name, atOnce) => {
    const { system: db } = server.database
    const fake = vendors.fakes[name]
    const ada = await signUp(server)
    fake.play('delivers-slowly', 4)
    const before = fake.creates().length
    const made = await ada.generate({ prompt: 'a slow fox', model })
    const remembered = () =>
      db
        .select()
        .from(jobs)
        .where(and(eq(jobs.generationId, made.id), isNotNull(jobs.providerRequestId)))
    await expect.poll(async () => (await remembered()).length).toBe(atOnce)
    // Leaves the jobs as a killed worker does: their leases are not renewed.
    const lost = await db
      .update(jobs)
      .set({ worker: randomUUID(), leaseUntil: sql`now() - interval '1 second'` })
      .where(and(eq(jobs.generationId, made.id), eq(jobs.state, 'running')))
      .returning({ id: jobs.id })
    expect(lost).toHaveLength(atOnce)
    expect((await ada.settled(made)).status).toBe('completed')
    expect(fake.creates().length - before).toBe(4)
  })
})
