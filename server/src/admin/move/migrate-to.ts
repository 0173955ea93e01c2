import { tryExclusive } from '#server/db/instance-lock.ts'
import { type AdminContext, type AdminResult, Misuse } from '../admin-context.ts'
import { openCopyClient } from '../database-copy/copy-client.ts'
import { operatorFilesNote } from '../operator-files-note.ts'
import { moveDatabase } from './move-database.ts'
import { moveFiles } from './move-files.ts'
import { openDatabaseTarget, openStorageMove } from './targets.ts'

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
