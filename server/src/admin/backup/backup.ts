import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { to } from 'pg-copy-streams'
import { openStorage } from '#server/start/open-storage.ts'
import { pauseRemovals } from '../../db/removal-pause.ts'
import { type NamedFile, namedFiles } from '../../features/files/named-files.ts'
import { inParallel } from '../../operations/in-parallel.ts'
import { openDiskStorage } from '../../storage/disk-storage.ts'
import type { Storage } from '../../storage/storage.ts'
import { type AdminContext, type AdminResult, Misuse } from '../admin-context.ts'
import { openCopyClient } from '../database-copy/copy-client.ts'
import { readSequences } from '../database-copy/sequences.ts'
import { listed, listMigrations, listTables, quoted, type Table } from '../database-copy/tables.ts'
import { operatorFilesNote } from '../operator-files-note.ts'
import {
  fileListPath,
  filesPath,
  type Manifest,
  readManifest,
  sha256Of,
  sha256OfFile,
  tablePath,
  writeManifest,
} from './manifest.ts'

const filesAtOnce = 8
const reportEvery = 1_000

/** An empty folder, or one with an interrupted backup, which is replaced. */
async function prepareFolder(folder: string): Promise<void> {
  if (await readManifest(folder)) throw new Misuse(`${folder} holds a finished backup already: name another folder.`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const ours = ['database', 'files', 'files.txt', 'manifest.json.draft']
  const others = (await readdir(folder)).filter((name) => !ours.includes(name))
  if (others.length > 0) throw new Misuse(`${folder} holds something else (${others[0]}): name another folder.`)
  for (const name of ours) await rm(join(folder, name), { recursive: true, force: true })
  await mkdir(join(folder, 'database'), { mode: 0o700 })
}

async function writeTable(client: pg.Client, folder: string, table: Table): Promise<Manifest['tables'][number]> {
  const { name, columns } = table
  const hash = createHash('sha256')
  let rows = 0
  // In COPY's text format a line is a row: line breaks in values are escaped.
  const watch = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk)
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows++
      next(null, chunk)
    },
  })
  const rowsOut = client.query(to(`copy (select ${listed(columns)} from ${quoted(name)}) to stdout`))
  await pipeline(rowsOut, watch, createWriteStream(tablePath(folder, name), { mode: 0o600, flush: true }))
  return { name, columns: [...columns], rows, sha256: hash.digest('hex') }
}

/** Copies every file that the snapshot names, with existing thumbnails. */
async function writeFiles(
  named: AsyncIterable<readonly NamedFile[]>,
  { source, folder }: { source: Storage; folder: string },
  say: (line: string) => void,
): Promise<Manifest['files']> {
  const copies = await openDiskStorage(filesPath(folder))
  const list = createWriteStream(fileListPath(folder), { mode: 0o600, flush: true })
  const missing: string[] = []
  let count = 0
  let byteSum = 0
  for await (const page of named)
    await inParallel(page, filesAtOnce, async ({ key, kind }) => {
      const bytes = await source.get(key)
      if (bytes === null) return void (kind === 'kept' && missing.push(key))
      await copies.put(key, bytes)
      list.write(`${sha256Of(bytes)} ${bytes.byteLength} ${key}\n`)
      byteSum += bytes.byteLength
      if (++count % reportEvery === 0) say(`${count} files`)
    })
  await new Promise<void>((resolve, reject) => list.on('error', reject).end(resolve))
  return { count, bytes: byteSum, missing, sha256: await sha256OfFile(fileListPath(folder)) }
}

/**
 * Writes a backup into a folder while servers run: all tables from one snapshot, then the files that those rows name. Files never
 * change under their key, and none is removed while this runs.
 */
export async function backUp({ env, connectionString, say }: AdminContext, folder: string): Promise<AdminResult> {
  await prepareFolder(folder)
  const source = await openStorage(env)
  const client = await openCopyClient(connectionString)
  try {
    await pauseRemovals(client)
    await client.query('begin isolation level repeatable read read only')
    const migrations = await listMigrations(client)
    const madeAt = new Date().toISOString()
    const tables: Manifest['tables'] = []
    for (const table of await listTables(client)) {
      tables.push(await writeTable(client, folder, table))
      say(`${table.name}: ${tables.at(-1)?.rows} rows`)
    }
    const sequences = await readSequences(client)
    const files = await writeFiles(namedFiles(drizzle(client)), { source, folder }, say)
    await client.query('commit')
    await writeManifest(folder, { format: 1, madeAt, migrations, tables, sequences, files })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    return {
      lines: [
        `${rows} rows and ${files.count} files (${files.bytes} bytes) of ${madeAt} are in ${folder}.`,
        ...files.missing.map((key) => `Missing in the storage, and so in the backup: ${key}`),
        'Keep the secret (AUTH_SECRET, or the file in DATA_DIR) in another place: it is not among them.',
        ...(await operatorFilesNote(env.DATA_DIR)),
      ],
      outcome: files.missing.length === 0 ? 'done' : 'failed',
    }
  } finally {
    await client.end()
    source.close()
  }
}
