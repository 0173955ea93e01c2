import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { originalKey } from '../../pictures/picture-keys.ts'
import type { Storage } from '../../storage/storage.ts'

type StoredImage = { readonly imageId: string; readonly attempt: number }

/** SHA-256 of the stored original as hex, read as a stream; null where there is no file. */
export async function hashStored(storage: Storage, { imageId, attempt }: StoredImage): Promise<string | null> {
  const key = originalKey(imageId, attempt)
  if ((await storage.size(key)) === null) return null
  const hash = createHash('sha256')
  await pipeline(storage.read(key), hash)
  return hash.digest('hex')
}
