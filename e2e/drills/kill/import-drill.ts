import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { createWorkItems } from '#server/background/work-items.ts'
import { openDatabase } from '#server/db/database.ts'
import { openEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { namedFiles } from '#server/features/files/named-files.ts'
import { findUnnamed } from '#server/features/files/unnamed-files.ts'
import { removeUnusedFiles } from '#server/features/files/unused-files.ts'
import type { CheckpointName } from '#server/jobs/checkpoint.ts'
import { filesFolder } from '#server/start/open-storage.ts'
import { openDiskStorage } from '#server/storage/disk-storage.ts'
import { makeDataFolder } from '#server-testing/data-folder.ts'
import { startVictim } from './victim.ts'

/** The longest that the server takes to remove the files that it has claimed. */
const maxRemovalMs = 20_000

/** The findings after killed imports. */
export type ImportFindings = {
  /** Projects, cards and images of the person: those of the exported project, and nothing else. */
  readonly rows: { readonly projects: number; readonly cards: number; readonly images: number }
  /** Files that no row names and that are not scheduled for removal. */
  readonly orphans: readonly string[]
  /** Files on the disk that no row names, after the scheduled ones have been removed. */
  readonly leftOver: readonly string[]
  /** The same import, repeated to its end: its status, and the number of projects then. */
  readonly again: { readonly status: number; readonly projects: number }
}

const quiet = { info: () => undefined, warn: () => undefined }

async function listOf<Entry>(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const list: Entry[] = []
  for await (const entry of entries) list.push(entry)
  return list
}

/** A user of a server that is restarted meanwhile. */
function createClient(port: number) {
  const address = `http://127.0.0.1:${port}`
  let cookie = ''
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${address}${path}`, { ...init, headers: { origin: address, cookie, ...init.headers } })
  const send = (path: string, body: unknown) =>
    ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  return {
    async signUp() {
      const account = { email: `${randomUUID()}@example.com`, password: 'secret', name: 'Ada', firstName: 'Ada' }
      const cookies = (await send('/api/auth/sign-up/email', account)).headers.getSetCookie()
      cookie = cookies.map((line) => line.split(';')[0]).join('; ')
    },
    async generate(prompt: string, projectId?: string) {
      return (await (await send('/api/generations', { prompt, projectId })).json()) as { projectId: string }
    },
    exportOf: async (projectId: string) => (await ask(`/api/projects/${projectId}/export`)).blob(),
    importOf(zip: Blob) {
      const body = new FormData()
      body.append('file', zip, 'project.zip')
      return ask('/api/projects/import', { method: 'POST', body })
    },
  }
}

/** Imports a project, kills the server with SIGKILL at each checkpoint meanwhile, and collects the findings. */
export async function runImportDrill(
  kills: readonly { readonly place: CheckpointName; readonly arrival: number }[],
): Promise<ImportFindings> {
  const dataDir = await makeDataFolder('import-drill')
  const postgres = await openEmbeddedPostgres({ dataDir, log: quiet })
  const { connectionString } = postgres
  await migrate(connectionString)
  const database = openDatabase(connectionString, { connections: 4, onError: () => undefined })
  const { system: db } = database
  const settings = { connectionString, dataDir, diary: join(dataDir, 'diary') }
  const storage = await openDiskStorage(filesFolder(dataDir))
  const count = async (table: string) =>
    Number((await db.execute<{ count: string }>(sql.raw(`select count(*) from ${table}`))).rows[0]?.count)
  let current = await startVictim({ ...settings, port: 0, killAt: null })
  const { port } = current
  const client = createClient(port)
  const kill = async () => {
    current.victim.kill('SIGKILL')
    await current.gone
  }
  try {
    await client.signUp()
    const { projectId } = await client.generate('a pear')
    await client.generate('a plum', projectId)
    while ((await count(`generated_images where status <> 'completed'`)) > 0) await wait(50)
    const zip = await client.exportOf(projectId)
    for (const killAt of kills) {
      await kill()
      current = await startVictim({ ...settings, port, killAt })
      // This call never returns.
      await Promise.all([client.importOf(zip).catch(() => null), current.gone])
    }
    current = await startVictim({ ...settings, port, killAt: null })
    const rows = {
      projects: await count('projects'),
      cards: await count('generations'),
      images: await count('generated_images'),
    }
    const { orphans } = await findUnnamed(db, await listOf(storage.list()))
    await db.execute(sql`update unused_files set remove_after = now() - interval '1 second'`)
    await removeUnusedFiles({ db, storage, items: createWorkItems() })
    const unnamed = async () => {
      const named = new Set((await listOf(namedFiles(db))).flat().map(({ key }) => key))
      // Sheets are packed again meanwhile, with existing cards.
      return (await listOf(storage.list())).filter(({ key }) => !named.has(key) && !key.startsWith('sheets/'))
    }
    let left = await unnamed()
    // The server removes files as well: those that it has claimed are gone a moment later.
    for (const until = Date.now() + maxRemovalMs; left.length > 0 && Date.now() < until; left = await unnamed())
      await wait(200)
    const { status } = await client.importOf(zip)
    return {
      rows,
      orphans: orphans.map(({ key }) => key),
      leftOver: left.map(({ key }) => key),
      again: { status, projects: await count('projects') },
    }
  } finally {
    await kill()
    await database.close()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
