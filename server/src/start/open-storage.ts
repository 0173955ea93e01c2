import { join } from 'node:path'
import type { Env } from '#server/env.ts'
import { openDiskStorage } from '#server/storage/disk-storage.ts'
import type { S3Settings } from '#server/storage/s3-storage.ts'
import type { Storage } from '#server/storage/storage.ts'

/** The bucket that the settings name; null where pictures are stored in DATA_DIR. */
export function s3SettingsOf(env: Env): S3Settings | null {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) return null
  return {
    endpoint: env.S3_ENDPOINT,
    bucket,
    region: env.S3_REGION,
    accessKeyId,
    secretAccessKey,
  }
}

/** The folder of the files in a data folder. */
export const filesFolder = (dataDir: string) => join(dataDir, 'files')

/** Opens the storage that the settings name. @throws Error of one line where the bucket cannot be opened. */
export async function openStorage(env: Env): Promise<Storage> {
  const s3 = s3SettingsOf(env)
  if (!s3) return openDiskStorage(filesFolder(env.DATA_DIR))
  // Loaded where it is needed: most servers keep their pictures on a disk.
  const { openS3Storage } = await import('#server/storage/s3-storage.ts')
  return openS3Storage(s3)
}
