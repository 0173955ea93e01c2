import { randomBytes, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { fileAddress, type LocalModel } from '#domain/local-models/local-model.ts'
import { localModelInstallations as rows } from '#server/db/schema/local-models.ts'
import type { InstallingProcess } from '#server-testing/installing-process.ts'
import { processesOf } from '#server-testing/killed-process.ts'
import { type MirrorManner, modelAt, sdServerModelAt, startModelMirror, toolAt } from '#server-testing/model-mirror.ts'
import { withTestServer } from '#server-testing/test-server.ts'
import { openModelFolder } from './model-folder.ts'

const mirror = await startModelMirror()
afterAll(() => mirror.stop())
const tiny = modelAt(mirror)
/** Of what can be installed, one each. */
const kinds: readonly LocalModel[] = [tiny, sdServerModelAt(mirror), toolAt(mirror, randomBytes(3_000_000))]
// The server of the test only has the database: its own installer is off.
const context = withTestServer({ variables: { LOCAL_MODELS: 'off' } })
const processes = processesOf('installing')

/** An installer in a process of its own. */
function startProcess(model: LocalModel): { kill(): Promise<void> } {
  const { testDatabase, dataDir } = context.server
  const order: InstallingProcess = {
    connectionString: testDatabase.connectionString,
    dataDir,
    origin: mirror.origin,
    worker: randomUUID(),
    model,
  }
  return processes.start(order)
}

const state = async ({ id }: LocalModel) =>
  (await context.server.database.system.select().from(rows).where(eq(rows.modelId, id)))[0]?.state
const folder = () => openModelFolder(context.server.dataDir)
const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 10 })
const partBytes = async () => {
  const names = await readdir(join(folder().path, 'parts')).catch(() => [])
  const sizes = await Promise.all(
    names.map(async (name) => (await readFile(join(folder().path, 'parts', name))).length),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

const secondFile = 'as soon as the second file is asked for'

/** What the mirror does, and what a process has reached when it is killed. */
const stages: readonly [string, MirrorManner, (model: LocalModel) => Promise<void>][] = [
  ['before its first request', 'good', async () => void (await wait(0))],
  ['when the first file begins', 'held', () => until(() => expect(mirror.asked).toHaveLength(1))],
  ['in the middle of a file', 'held', () => until(async () => expect(await partBytes()).toBeGreaterThan(0))],
  [secondFile, 'good', () => until(() => expect(mirror.asked.length).toBeGreaterThanOrEqual(2))],
  [
    'when everything has come and is recorded',
    'good',
    ({ id }) => until(async () => expect((await folder().list()).map((each) => each.id)).toContain(id)),
  ],
]

describe('an installer that is killed at every stage', () => {
  it.each(kinds.map((each) => [`${each.kind} of ${each.engine}`, each] as const))(
    'leaves of a %s what the next one goes on with, and never one that is not whole',
    async (_name, model) => {
      await context.server.database.system
        .insert(rows)
        .values({ modelId: model.id, state: 'wanted', totalBytes: 3_100_000 })
      for (const [stage, manner, reached] of stages) {
        if (stage === secondFile && model.files.length === 1) continue
        mirror.be(manner)
        const process = startProcess(model)
        await reached(model)
        await process.kill()
        mirror.release()
        const [record] = (await folder().list()).filter((each) => each.id === model.id)
        // A record is only there when every file is whole.
        expect([stage, record === undefined || (await folder().filesOf(model.id)) !== null]).toEqual([stage, true])
      }
      const last = startProcess(model)
      await until(async () => expect(await state(model)).toBe('installed'))
      await last.kill()
      const paths = await folder().filesOf(model.id)
      for (const file of model.files) {
        const served = await fetch(`${mirror.origin}/content${new URL(fileAddress(file, mirror.origin)).pathname}`)
        expect((await readFile(paths?.get(file.role) ?? '')).equals(Buffer.from(await served.arrayBuffer()))).toBe(true)
      }
      expect(await partBytes()).toBe(0)
    },
    120_000,
  )

  it.each(Array.from({ length: 3 }, (_, round) => round))(
    'or at any moment: round %i',
    async () => {
      const { system } = context.server.database
      await folder().forget(tiny.id)
      await folder().removeFiles(
        (await system.select().from(rows).where(eq(rows.modelId, tiny.id))).flatMap(({ files }) =>
          files.map(({ sha256 }) => sha256),
        ),
      )
      await system.update(rows).set({ state: 'wanted', leaseUntil: null }).where(eq(rows.modelId, tiny.id))
      mirror.be('cut')
      const first = startProcess(tiny)
      await until(() => expect(mirror.asked.length).toBeGreaterThan(0))
      await wait(Math.random() * 120)
      await first.kill()
      const isRecorded = (await folder().list()).some((each) => each.id === tiny.id)
      expect(!isRecorded || (await folder().filesOf(tiny.id)) !== null).toBe(true)
      mirror.be('good')
      const last = startProcess(tiny)
      await until(async () => expect(await state(tiny)).toBe('installed'))
      await last.kill()
      expect(await folder().filesOf(tiny.id)).not.toBeNull()
    },
    60_000,
  )
})
