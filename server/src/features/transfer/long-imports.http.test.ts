import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { exportOf } from '#server-testing/exported-project.ts'
import { makeFoxProject } from '#server-testing/fox-project.ts'
import { importZip, zipOf } from '#server-testing/project-files.ts'
import { signUp } from '#server-testing/test-client.ts'
import { withTestServer } from '#server-testing/test-server.ts'

const context = withTestServer({ variables: { SERVER_LIMITS: 'import-seconds=4' } })

describe('POST /api/projects/import', () => {
  it('ends an import that takes longer than an import may, and gives its place to the next', async () => {
    const ada = await signUp(context.server)
    const zip = await zipOf(await exportOf(ada, await makeFoxProject(context.server, ada)))
    const bob = await signUp(context.server)
    const { storage } = context.server
    const { put } = storage
    storage.put = async (...sent) => {
      await wait(3_000)
      return put(...sent)
    }
    const late = await importZip(context.server, bob, zip)
    storage.put = put
    expect([late.status, late.body]).toEqual([504, expect.objectContaining({ code: 'late' })])
    expect((await bob.send<{ items: unknown[] }>('GET', '/api/projects')).body.items).toEqual([])
    expect((await importZip(context.server, bob, zip)).status).toBe(201)
  })
})
