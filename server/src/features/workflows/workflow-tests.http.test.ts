import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { comfyWorkflows } from '#server/db/schema/comfy-workflows.ts'
import { createLog } from '#server/operations/log.ts'
import { createInstantProvider } from '#server-testing/instant-provider.ts'
import { signUp } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { unlimitedMemory } from '#server-testing/unlimited.ts'
import { createWorkflowTests, testLeaseMs } from './workflow-tests.ts'

const context = withTestServer()

describe('createWorkflowTests', () => {
  it('tests one workflow of a user at a time, and two of a server; those that wait can be stopped', async () => {
    const { system: db } = context.server.database
    const instant = createInstantProvider()
    const running = new Set<string>()
    const most = { ofServer: 0, ofUser: 0 }
    const provider = createInstantProvider({
      name: 'comfyui',
      async generate(request, call) {
        const owner = request.workflow?.graph['1']?.inputs.owner as string
        most.ofUser = Math.max(most.ofUser, running.has(owner) ? 2 : 1)
        running.add(owner)
        most.ofServer = Math.max(most.ofServer, running.size)
        await wait(60)
        running.delete(owner)
        return instant.generate(request, call)
      },
    })
    const tests = createWorkflowTests({
      db,
      registry: { provider: () => provider },
      log: createLog('silent'),
      work: { ofJob: () => unlimitedMemory },
      reload: async () => undefined,
    })
    const ids: string[] = []
    for (const person of [await signUp(context.server), await signUp(context.server), await signUp(context.server)]) {
      const { userId } = person
      const rows = Array.from({ length: 4 }, (_, index) => ({
        ...{ id: randomUUID(), userId, name: `Workflow ${index}`, places: [], values: [], state: 'testing' as const },
        graph: { 1: { class_type: 'SaveImage', inputs: { owner: userId } } },
        testingUntil: new Date(Date.now() + testLeaseMs),
      }))
      await db.insert(comfyWorkflows).values(rows)
      for (const { id } of rows) tests.start(id)
      ids.push(...rows.map(({ id }) => id))
    }
    const stateOf = async (id: string) =>
      (await db.select().from(comfyWorkflows).where(eq(comfyWorkflows.id, id)))[0]?.state
    const [stopped = '', ...others] = ids.toReversed()
    tests.stop(stopped)
    await expect
      .poll(async () => new Set(await Promise.all(others.map(stateOf))), { timeout: 10_000 })
      .toEqual(new Set(['works']))
    expect(await stateOf(stopped)).toBe('testing')
    expect(most).toEqual({ ofServer: 2, ofUser: 1 })
    await tests.close()
  }, 20_000)
})
