import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { openEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { tryExclusive } from '#server/db/instance-lock.ts'
import { filesFolder, openStorage, s3SettingsOf } from '#server/start/open-storage.ts'
import { migrate } from '../../db/migrate.ts'
import type { Env } from '../../env.ts'
import { inParallel } from '../../operations/in-parallel.ts'
import { openDiskStorage } from '../../storage/disk-storage.ts'
import type { Storage } from '../../storage/storage.ts'
import { type AdminContext, type AdminResult, Misuse } from '../admin-context.ts'
import { type Checksum, checksumOf } from '../database-copy/checksum.ts'
import { openCopyClient } from '../database-copy/copy-client.ts'
import { copyTable } from '../database-copy/copy-table.ts'
import { startFilling } from '../database-copy/filling.ts'
import { readSequences, writeSequences } from '../database-copy/sequences.ts'
import { listMigrations, listTables } from '../database-copy/tables.ts'
import { operatorFilesNote } from '../operator-files-note.ts'

/** The copied rows of each table, compared with the source. */
type TableMoved = { readonly name: string; readonly source: Checksum; readonly target: Checksum }

const isSameTable = ({ source, target }: TableMoved) => source.rows === target.rows && source.sum === target.sum

/**
 * Copies every row into an empty database, and compares each table's rows with the source. After an interruption, another call
 * continues. No server may run on the source meanwhile. @throws Misuse where the target contains other data; Error where a table
 * differs afterwards.
 */
async function moveDatabase(
  urls: { readonly source: string; readonly target: string },
  say: (line: string) => void,
): Promise<readonly TableMoved[]> {
  await migrate(urls.target)
  const source = await openCopyClient(urls.source)
  const target = await openCopyClient(urls.target)
  try {
    const migrations = (await listMigrations(source)).join()
    if ((await listMigrations(target)).join() !== migrations)
      throw new Misuse('The target was made by another release: name an empty database.')
    const tables = await listTables(source)
    const filling = await startFilling(target, tables)
    if (!filling) throw new Misuse('The target holds accounts already: name an empty database.')
    const moved: TableMoved[] = []
    for (const table of tables) {
      await copyTable({ source, target, filling }, table, say)
      const [there, here] = await Promise.all([checksumOf(source, table), checksumOf(target, table)])
      const checked = { name: table.name, source: there, target: here }
      if (!isSameTable(checked))
        throw new Error(`The table ${table.name} differs in the target: empty the target and start again.`)
      say(`${table.name}: ${here.rows} rows, the same on both sides`)
      moved.push(checked)
    }
    await writeSequences(target, await readSequences(source))
    await filling.finish()
    await target.query('analyze')
    return moved
  } finally {
    await source.end()
    await target.end()
  }
}

/** The target of a database: an address, or a data folder with the embedded PostgreSQL. */
type DatabaseTarget = { readonly connectionString: string; readonly settings: string; stop(): Promise<void> }
/** The source and the target of files. */
type StorageMove = { readonly source: Storage; readonly target: Storage; readonly settings: string }

const wrongOption = (option: string, given: string, right: string) =>
  new Misuse(`${option} ${given} is not right: ${right}.`)

/** @param given `postgres://…`, or `embedded:` and a data folder. */
async function openDatabaseTarget(given: string): Promise<DatabaseTarget> {
  if (/^postgres(ql)?:\/\//.test(given))
    return { connectionString: given, settings: `DATABASE_URL=${given}`, stop: async () => undefined }
  const [, folder] = /^embedded:(.+)$/.exec(given) ?? []
  if (folder === undefined) throw wrongOption('--database', given, 'write postgres://… or embedded:FOLDER')
  const dataDir = resolve(folder)
  const quiet = { info: () => undefined, warn: () => undefined }
  const { connectionString, stop } = await openEmbeddedPostgres({ dataDir, log: quiet })
  return { connectionString, settings: `DATA_DIR=${dataDir}, and no DATABASE_URL`, stop }
}

/** @param given `s3`: from DATA_DIR into the bucket of S3_*. `disk:` and a data folder: there, from where the settings say. */
async function openStorageMove(env: Env, given: string): Promise<StorageMove> {
  if (given === 's3') {
    if (!s3SettingsOf(env)) throw new Misuse('Set S3_BUCKET and the other S3_* to where the files are to go.')
    const source = await openDiskStorage(filesFolder(env.DATA_DIR))
    return { source, target: await openStorage(env), settings: 'the S3_* that are set now' }
  }
  const [, folder] = /^disk:(.+)$/.exec(given) ?? []
  if (folder === undefined) throw wrongOption('--storage', given, 'write s3 or disk:FOLDER')
  const dataDir = resolve(folder)
  if (!s3SettingsOf(env) && dataDir === env.DATA_DIR) throw new Misuse(`The files lie in ${dataDir} already.`)
  const target = await openDiskStorage(filesFolder(dataDir))
  return { source: await openStorage(env), target, settings: `DATA_DIR=${dataDir}, and no S3_*` }
}

const filesAtOnce = 8
const reportEvery = 1_000

const hashOf = (bytes: Uint8Array | null) => (bytes === null ? null : createHash('sha256').update(bytes).digest('hex'))

/** Number of files, of those that were written, and which differ afterwards. */
type FilesMoved = { readonly files: number; readonly written: number; readonly wrong: readonly string[] }

/**
 * Copies every file that differs from the target's, and reads each again. After an interruption, another call continues: equal
 * files are compared and not written.
 */
async function moveFiles(
  { source, target }: { source: Storage; target: Storage },
  say: (line: string) => void,
): Promise<FilesMoved> {
  const wrong: string[] = []
  let files = 0
  let written = 0
  await inParallel(source.list(), filesAtOnce, async ({ key, byteSize }) => {
    const bytes = await source.get(key)
    // Removed since it was listed: it is no longer needed.
    if (bytes === null) return
    const hash = hashOf(bytes)
    const there = (await target.size(key)) === byteSize ? hashOf(await target.get(key)) : null
    if (there !== hash) {
      await target.put(key, bytes)
      written++
      if (hashOf(await target.get(key)) !== hash) wrong.push(key)
    }
    if (++files % reportEvery === 0) say(`${files} files`)
  })
  return { files, written, wrong }
}

type Moved = { readonly lines: readonly string[]; readonly settings: string; readonly outcome: AdminResult['outcome'] }

async function moveRows({ connectionString, say }: AdminContext, given: string): Promise<Moved> {
  const target = await openDatabaseTarget(given)
  try {
    const tables = await moveDatabase({ source: connectionString, target: target.connectionString }, say)
    const rows = tables.reduce((sum, table) => sum + table.target.rows, 0)
    const lines = [`${rows} rows of ${tables.length} tables have moved, each table the same on both sides.`]
    return { lines, settings: target.settings, outcome: 'done' }
  } finally {
    await target.stop()
  }
}

async function moveStored({ env, say }: AdminContext, given: string): Promise<Moved> {
  const { source, target, settings } = await openStorageMove(env, given)
  try {
    const { files, written, wrong } = await moveFiles({ source, target }, say)
    const lines = [
      `${files} files are there, read again and the same; ${written} of them were written now.`,
      ...wrong.map((key) => `Did not arrive as it is: ${key}`),
    ]
    return { lines, settings, outcome: wrong.length === 0 ? 'done' : 'failed' }
  } finally {
    source.close()
    target.close()
  }
}

/** Moves the database, the files or both to another place while no server runs, and prints which settings to change. */
export async function migrateTo(
  context: AdminContext,
  to: { readonly database?: string | undefined; readonly storage?: string | undefined },
): Promise<AdminResult> {
  if (to.database === undefined && to.storage === undefined)
    throw new Misuse('Say where to: --database postgres://…, --storage s3, or both.')
  const guard = await openCopyClient(context.connectionString)
  try {
    if (!(await tryExclusive(guard))) throw new Misuse('A server runs on this database: stop every one first.')
    const moved: Moved[] = []
    if (to.storage !== undefined) moved.push(await moveStored(context, to.storage))
    if (to.database !== undefined) moved.push(await moveRows(context, to.database))
    const outcome = moved.every((each) => each.outcome === 'done') ? 'done' : 'failed'
    const settings = moved.map((each) => each.settings).join('; ')
    return {
      lines: [
        ...moved.flatMap(({ lines }) => lines),
        ...(await operatorFilesNote(context.env.DATA_DIR)),
        outcome === 'done'
          ? `Start every server with ${settings}, and with the same secret (AUTH_SECRET) as before. Then the old place can go.`
          : 'Run it again.',
      ],
      outcome,
    }
  } finally {
    await guard.end()
  }
}
