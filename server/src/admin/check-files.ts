import { openStorage } from '#server/start/open-storage.ts'
import { namedFiles } from '../features/files/named-files.ts'
import { findUnnamed } from '../features/files/unnamed-files.ts'
import { inParallel } from '../operations/in-parallel.ts'
import type { Storage, StoredFile } from '../storage/storage.ts'
import type { AdminContext, AdminResult } from './admin-context.ts'

/** A file is written before the row that names it is committed; a day is far more than that ever takes. */
const safeAgeMs = 86_400_000
const pageSize = 500
const atOnce = 16
/** The most names in the report. */
const maxNamed = 20

async function* pagesOf(files: AsyncIterable<StoredFile>): AsyncGenerator<StoredFile[]> {
  let page: StoredFile[] = []
  for await (const file of files) {
    page.push(file)
    if (page.length < pageSize) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

type Found = { files: number; orphans: number; orphanBytes: number; strangers: number; removed: number }
/** The content of the storage compared with the database. */
export type FileCounts = Found & { readonly missing: readonly string[] }

type Options = { readonly sweep: 'sweep' | 'leave'; readonly now: number }

async function lookForOrphans({ db }: Pick<AdminContext, 'db'>, storage: Storage, options: Options): Promise<Found> {
  const found: Found = { files: 0, orphans: 0, orphanBytes: 0, strangers: 0, removed: 0 }
  for await (const page of pagesOf(storage.list())) {
    const { orphans, strangers } = await findUnnamed(db, page)
    const old = orphans.filter(({ changedAt }) => options.now - changedAt.getTime() > safeAgeMs)
    found.files += page.length
    found.orphans += old.length
    found.orphanBytes += old.reduce((sum, { byteSize }) => sum + byteSize, 0)
    found.strangers += strangers.length
    if (options.sweep === 'leave') continue
    await inParallel(old, atOnce, ({ key }) => storage.remove(key))
    found.removed += old.length
  }
  return found
}

async function lookForMissing({ db }: Pick<AdminContext, 'db'>, storage: Storage): Promise<string[]> {
  const missing: string[] = []
  for await (const page of namedFiles(db))
    await inParallel(
      page.filter(({ kind }) => kind === 'kept'),
      atOnce,
      async ({ key }) => {
        if ((await storage.size(key)) === null) missing.push(key)
      },
    )
  return missing
}

/** Compares a storage with the database. */
export async function countFiles(
  context: Pick<AdminContext, 'db'>,
  storage: Storage,
  options: Options,
): Promise<FileCounts> {
  const found = await lookForOrphans(context, storage, options)
  return { ...found, missing: await lookForMissing(context, storage) }
}

/**
 * Compares the storage with the database: files that no row names and that are older than a day, and files that a row names
 * and that are not there. Files of other programs are counted and never touched.
 * @param options.now Milliseconds since 1970; left out: the machine's clock.
 */
export async function checkFiles(
  context: AdminContext,
  { sweep, now = Date.now() }: { sweep: 'sweep' | 'leave'; now?: number },
): Promise<AdminResult> {
  const storage = await openStorage(context.env)
  try {
    const { missing, ...found } = await countFiles(context, storage, { sweep, now })
    const orphans = `${found.orphans} files (${found.orphanBytes} bytes) are named by no row and older than a day`
    return {
      lines: [
        `${found.files} files are there.`,
        sweep === 'sweep' ? `${orphans}: ${found.removed} removed.` : `${orphans}.`,
        ...(found.strangers > 0 ? [`${found.strangers} files are not Espalier’s, and were left alone.`] : []),
        `${missing.length} files are missing that a row names.`,
        ...missing.slice(0, maxNamed).map((key) => `Missing: ${key}`),
      ],
      outcome: missing.length === 0 ? 'done' : 'failed',
    }
  } finally {
    storage.close()
  }
}
