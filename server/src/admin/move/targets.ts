import { resolve } from 'node:path'
import { openEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { filesFolder, openStorage, s3SettingsOf } from '#server/start/open-storage.ts'
import type { Env } from '../../env.ts'
import { openDiskStorage } from '../../storage/disk-storage.ts'
import type { Storage } from '../../storage/storage.ts'
import { Misuse } from '../admin-context.ts'

/** The target of a database: an address, or a data folder with the embedded PostgreSQL. */
export type DatabaseTarget = { readonly connectionString: string; readonly settings: string; stop(): Promise<void> }
/** The source and the target of files. */
export type StorageMove = { readonly source: Storage; readonly target: Storage; readonly settings: string }

const wrong = (option: string, given: string, right: string) => new Misuse(`${option} ${given} is not right: ${right}.`)

/** @param given `postgres://…`, or `embedded:` and a data folder. */
export async function openDatabaseTarget(given: string): Promise<DatabaseTarget> {
  if (/^postgres(ql)?:\/\//.test(given))
    return { connectionString: given, settings: `DATABASE_URL=${given}`, stop: async () => undefined }
  const [, folder] = /^embedded:(.+)$/.exec(given) ?? []
  if (folder === undefined) throw wrong('--database', given, 'write postgres://… or embedded:FOLDER')
  const dataDir = resolve(folder)
  const quiet = { info: () => undefined, warn: () => undefined }
  const { connectionString, stop } = await openEmbeddedPostgres({ dataDir, log: quiet })
  return { connectionString, settings: `DATA_DIR=${dataDir}, and no DATABASE_URL`, stop }
}

/** @param given `s3`: from DATA_DIR into the bucket of S3_*. `disk:` and a data folder: there, from where the settings say. */
export async function openStorageMove(env: Env, given: string): Promise<StorageMove> {
  if (given === 's3') {
    if (!s3SettingsOf(env)) throw new Misuse('Set S3_BUCKET and the other S3_* to where the files are to go.')
    const source = await openDiskStorage(filesFolder(env.DATA_DIR))
    return { source, target: await openStorage(env), settings: 'the S3_* that are set now' }
  }
  const [, folder] = /^disk:(.+)$/.exec(given) ?? []
  if (folder === undefined) throw wrong('--storage', given, 'write s3 or disk:FOLDER')
  const dataDir = resolve(folder)
  if (!s3SettingsOf(env) && dataDir === env.DATA_DIR) throw new Misuse(`The files lie in ${dataDir} already.`)
  const target = await openDiskStorage(filesFolder(dataDir))
  return { source: await openStorage(env), target, settings: `DATA_DIR=${dataDir}, and no S3_*` }
}
