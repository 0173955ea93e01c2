import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import { tryExclusive } from '#server/db/instance-lock.ts'
import { openStorage } from '#server/start/open-storage.ts'
import { checkLedger } from '../../features/credits/check-ledger.ts'
import { inParallel } from '../../operations/in-parallel.ts'
import { openDiskStorage } from '../../storage/disk-storage.ts'
import { type AdminContext, type AdminResult, Misuse } from '../admin-context.ts'
import { openCopyClient } from '../database-copy/copy-client.ts'
import { type Filling, inTransaction, startFilling } from '../database-copy/filling.ts'
import { writeSequences } from '../database-copy/sequences.ts'
import { listed, listMigrations, listTables, quoted } from '../database-copy/tables.ts'
import { endAccess, type KeptAccess, listOperators } from './end-access.ts'
import { fileListPath, filesPath, type Manifest, readManifest, sha256Of, sha256OfFile, tablePath } from './manifest.ts'

const filesAtOnce = 8
const reportEvery = 1_000

/** The bytes of a backup differ from what was written. */
class Damaged extends Misuse {
  constructor(what: string) {
    super(`The backup is damaged: ${what} is not as it was written.`)
  }
}

async function restoreTable(client: pg.Client, filling: Filling, folder: string, table: Manifest['tables'][number]) {
  const known = { name: table.name, columns: table.columns, key: [] }
  if ((await filling.progress(known)) === 'done') return
  const path = tablePath(folder, table.name)
  if ((await sha256OfFile(path).catch(() => '')) !== table.sha256) throw new Damaged(`the table ${table.name}`)
  await inTransaction(client, async () => {
    const into = client.query(from(`copy ${quoted(table.name)} (${listed(table.columns)}) from stdin`))
    await pipeline(createReadStream(path), into)
    if (into.rowCount !== table.rows) throw new Damaged(`the table ${table.name}`)
    await filling.note(known, 'done')
  })
}

/** Stores every file where the settings say; an existing one with the same bytes is left as it is. */
async function restoreFiles({ env, say }: AdminContext, folder: string, files: Manifest['files']): Promise<void> {
  if ((await sha256OfFile(fileListPath(folder)).catch(() => '')) !== files.sha256)
    throw new Damaged('the list of files')
  const target = await openStorage(env)
  const copies = await openDiskStorage(filesPath(folder))
  const list = await open(fileListPath(folder))
  let count = 0
  try {
    await inParallel(list.readLines(), filesAtOnce, async (line) => {
      const [sha256 = '', size = '', key = ''] = line.split(' ')
      const bytes = await copies.get(key)
      if (bytes === null || sha256Of(bytes) !== sha256) throw new Damaged(`the file ${key}`)
      const there = (await target.size(key)) === Number(size) ? await target.get(key) : null
      if (there === null || sha256Of(there) !== sha256) await target.put(key, bytes)
      if (++count % reportEvery === 0) say(`${count} of ${files.count} files`)
    })
  } finally {
    await list.close()
    target.close()
  }
  if (count !== files.count) throw new Damaged('the list of files')
}

/**
 * Restores a backup into the empty database and the storage of the settings, checking every byte; after an interruption, another
 * call continues. No server starts on the database before it is complete. Sessions, links, tokens and whatever else lets someone in
 * are ended: the backup can't know which of them have ended since.
 */
export async function restore(
  context: AdminContext,
  folder: string,
  { links = 'revoke', tokens = 'revoke' }: Partial<KeptAccess> = {},
): Promise<AdminResult> {
  const manifest = await readManifest(folder)
  if (!manifest)
    throw new Misuse(`${folder} holds no finished backup: it has no manifest.json. One that was cut can't be restored.`)
  const client = await openCopyClient(context.connectionString)
  let ended: string[] = []
  let operators: string[] = []
  try {
    if (!(await tryExclusive(client))) throw new Misuse('A server runs on this database: stop it first.')
    const migrations = await listMigrations(client)
    if (migrations.join() !== manifest.migrations.join())
      throw new Misuse('The backup is of another release: restore it with that one, then start the new one.')
    const filling = await startFilling(client, await listTables(client))
    if (!filling)
      throw new Misuse('The database holds accounts already: name an empty one in DATABASE_URL or DATA_DIR.')
    for (const table of manifest.tables) {
      await restoreTable(client, filling, folder, table)
      context.say(`${table.name}: ${table.rows} rows`)
    }
    await restoreFiles(context, folder, manifest.files)
    await writeSequences(client, manifest.sequences)
    ended = await endAccess(client, { links, tokens })
    operators = await listOperators(client)
    await filling.finish()
    await client.query('analyze')
  } finally {
    await client.end()
  }
  const findings = await checkLedger(context.db)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return {
    lines: [
      `${rows} rows and ${manifest.files.count} files of ${manifest.madeAt} are restored.`,
      'All sessions and reset links were ended: everyone signs in again.',
      ...ended,
      ...operators,
      ...manifest.files.missing.map((key) => `Was missing when the backup was made: ${key}`),
      ...findings.map(({ rule, ids }) => `The ledger is broken: ${rule}. ${ids.join(' ')}`),
      ...(findings.length === 0 ? ['The ledger is right.'] : []),
    ],
    outcome: findings.length === 0 ? 'done' : 'failed',
  }
}
